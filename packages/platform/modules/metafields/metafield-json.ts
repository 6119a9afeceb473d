/** Build the SQL expression that returns a metafield `r` as JSON text. @param zone the SQL placeholder of the store's time zone */
export function buildMetafieldJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.owner_resource, r.owner_id, r.namespace, r.key,
    r.value::json as value, r.value_type, r.description, r.is_private,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}
