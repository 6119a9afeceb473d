/**
 * The JSON text of a fulfillment request `r`, as SQL.
 * @param zone the placeholder of the store's time zone
 */
export function requestJson(zone: string): string {
  const time = (name: string): string => `souk_time(r.${name}, ${zone}) as ${name}`;
  return `row_to_json((select x from (select r.id, r.app_handle, r.topic, r.order_ids, r.fulfillment_order_id, r.status,
    r.answer, r.error, r.duration_ms, ${time("created_at")}, ${time("updated_at")}) x))::text`;
}
