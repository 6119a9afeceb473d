import type { Queryable } from "@souk/database";

/** Build the SQL of a stock quantity from 10 to 99. Each parameter is an SQL expression for a number. */
function buildQuantitySql(product: string, variant: string, place: string): string {
  return `(10 + (${product} * 7 + ${variant} * 3 + ${place} * 5) % 90)`;
}

// One statement inserts everything: its later parts use the rows that earlier parts return, and foreign keys are checked at
// its end. Every second product has two sizes. Each level has an initial movement, so that its quantity equals the sum of its
// movements.
const insertText = `
  with place as materialized (
    select id, row_number() over (order by not is_primary, id) as n from locations where store_id = $1),
  base as materialized (
    select coalesce(max(substr(handle, 8)::bigint), 0) as n from products
    where store_id = $1 and handle ~ '^seeded-[0-9]+$'),
  numbered as materialized (
    select base.n + i as n, 2 - ((base.n + i) % 2) as sizes,
      clock_timestamp() - ($2::bigint - i) * interval '1 second' as at
    from generate_series(1, $2::bigint) i, base),
  product as (
    insert into products (store_id, handle, title, description, body_html, vendor, brand, product_type, tags,
      inventory_management, published_at, meta_title, total_quantity, created_at, updated_at)
    select $1, 'seeded-' || numbered.n, 'Seeded product ' || numbered.n,
      'Number ' || numbered.n || ' of a catalog made for measuring.',
      '<p>Number ' || numbered.n || ' of a catalog made for measuring. It is packed in card and leaves the warehouse on the same day.</p>',
      'Gudang ' || numbered.n % 17, 'Brand ' || numbered.n % 29, 'Type ' || numbered.n % 11,
      array['seeded', 'tag-' || numbered.n % 23], 'souk', at, 'Seeded product ' || numbered.n,
      (select coalesce(sum(${buildQuantitySql("numbered.n", "size", "place.n")}), 0) from generate_series(1, sizes) size, place), at, at
    from numbered order by numbered.n
    returning id, created_at, substr(handle, 8)::bigint as n),
  type as (
    insert into variant_types (store_id, product_id, name, position)
    select $1, product.id, 'Size', 1 from product where n % 2 = 0
    returning id, product_id),
  option as (
    insert into variant_options (store_id, product_id, variant_type_id, name, position)
    select $1, type.product_id, type.id, size.name, size.position
    from type cross join (values ('S', 1), ('M', 2)) size (name, position)
    returning id, product_id, position),
  variant as (
    insert into variants (store_id, product_id, option_ids, sku, price, cost_price, inventory_quantity, weight, grams,
      position, created_at, updated_at)
    select $1, product.id, case when option.id is null then '{}' else array[option.id] end,
      'SKU-' || product.n || '-' || size, 5 + product.n % 400 + 0.9, 2 + product.n % 200,
      (select coalesce(sum(${buildQuantitySql("product.n", "size", "place.n")}), 0) from place),
      200 + product.n % 50, 200 + product.n % 50, numbered.size, product.created_at, product.created_at
    from (select n, generate_series(1, sizes) as size from numbered) numbered
    join product on product.n = numbered.n
    left join option on option.product_id = product.id and option.position = numbered.size
    order by product.n, numbered.size
    returning id, position, substr(sku, 5, length(sku) - 6)::bigint as n),
  level as (
    insert into inventory_levels (store_id, variant_id, location_id, inventory_quantity)
    select $1, variant.id, place.id, ${buildQuantitySql("variant.n", "variant.position", "place.n")}
    from variant cross join place order by variant.id, place.id
    returning variant_id, location_id, inventory_quantity, updated_at)
  insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
    reason, actor_kind, actor_id, request_id)
  select $1, updated_at, variant_id, location_id, 'inventory_quantity', inventory_quantity, inventory_quantity,
    'opening stock', 'system', 'seed', 'seed'
  from level`;

/**
 * Insert many simple products quickly, for benchmarks and tests. Each has one or two variants with stock at every location
 * of the store. No events are written.
 */
export async function seedCatalog(db: Queryable, storeId: number, count: number): Promise<void> {
  await db.query(insertText, [storeId, count]);
}
