/** Build the SQL expression for the JSON text of a group `r`. @param zone the placeholder of the store's time zone */
export function buildGroupJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.name, r.description,
    (select coalesce(sum(c.delta), 0)::bigint from resource_counts c
      where c.store_id = r.store_id and c.resource = 'customer_group ' || r.id) as customers_count,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}
