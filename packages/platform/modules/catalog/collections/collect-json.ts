/**
 * Build the SQL of the JSON text of a collect `r`, which assigns a product to a collection.
 * @param zone the SQL placeholder of the store's time zone
 */
export function buildCollectJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.product_id, r.collection_id, r.position,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}
