/**
 * The SQL of a subquery that selects the tags of store `$1` that at least one record has, each with the number of its records.
 * `tag_counts` has a row for each tag, and further rows for changes that are not merged into that row yet.
 */
export const usedTagsSql = `(
  select t.store_id, t.id, t.resource_type, t.name, t.created_at, t.updated_at, used.count
  from (
    select resource_type, name, sum(delta)::bigint as count from tag_counts where store_id = $1
    group by resource_type, name having sum(delta) > 0) used
  join tags t on t.store_id = $1 and t.resource_type = used.resource_type and t.name = used.name)`;

/**
 * Build the SQL of the JSON text of a row `r` of `usedTagsSql`.
 * @param zone the SQL placeholder of the store's time zone
 */
export function buildTagJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.name, r.resource_type, r.count,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}
