-- What products are found by, written by a plan that a session makes once (docs/decisions/0011-lists-at-a-million.md, "Search").
-- In SQL alone it was made anew for every product, which took three times as long as to write it. `any ((select …))` keeps
-- the plan from depending on how many products there are.
create or replace function tell_products(of_store bigint, of_products bigint[]) returns void language plpgsql as $$
begin
  insert into product_search (store_id, product_id, title_key, told, facets)
  select p.store_id, p.id, lower(p.title),
    ' ' || souk_words(concat_ws(' ', p.title, p.handle, p.vendor, p.brand, array_to_string(p.tags, ' '), (
      select string_agg(concat_ws(' ', nullif(v.sku, ''), nullif(v.barcode, '')), ' ' order by v.id)
      from variants v where v.store_id = p.store_id and v.product_id = p.id))) || ' ',
    array(
      select kind || facet from (values ('v', p.vendor), ('b', p.brand), ('y', p.product_type)) named (kind, facet)
      where facet <> ''
      union all select 't' || tag from unnest(p.tags) as tag
      union all select 'h' where not p.is_published)
  from products p where p.store_id = of_store and p.id = any ((select of_products)::bigint[])
  on conflict (store_id, product_id) do update
    set title_key = excluded.title_key, told = excluded.told, facets = excluded.facets
    where (product_search.title_key, product_search.told, product_search.facets)
      is distinct from (excluded.title_key, excluded.told, excluded.facets);
end $$;
