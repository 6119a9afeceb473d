/**
 * The JSON text of a collection `r`, as SQL.
 * @param zone the placeholder of the store's time zone
 * @param files the placeholder of the origin of files
 */
export function collectionJson(zone: string, files: string): string {
  return `row_to_json((select x from (select r.id, r.title, r.handle, r.description, r.body_html,
    case when r.image_url like '/%' then ${files}::text || r.image_url else r.image_url end as image_url,
    r.position, r.is_published, r.parent_id,
    (select coalesce(sum(c.delta), 0)::bigint from resource_counts c
      where c.store_id = r.store_id and c.resource = 'collection ' || r.id) as products_count,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}
