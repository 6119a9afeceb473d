// The SQL statements of B1, B2 and B3 on the floor, the minimal server that the platform is compared with. They do the
// platform's work with minimal SQL (docs/decisions/0006).

/** B1: read the snapshot of one product by key. */
export const getProductStatement = {
  name: "floor_get",
  text: "select body from product_documents where store_id = $1 and product_id = $2",
};

/** B2: read the snapshots of fifty consecutive products by key. */
export const listProductsStatement = {
  name: "floor_list",
  text: `
    select string_agg(body, ',') as bodies from (
      select body from product_documents where store_id = $1 and product_id <= $2
      order by product_id desc limit 50) page`,
};

/** B1: read the snapshot of one order by key. */
export const getOrderStatement = {
  name: "floor_get_order",
  text: "select body from order_documents where store_id = $1 and order_id = $2",
};

/** B2: read the snapshots of fifty consecutive orders by key. */
export const listOrdersStatement = {
  name: "floor_list_orders",
  text: `
    select string_agg(body, ',') as bodies from (
      select body from order_documents where store_id = $1 and order_id <= $2
      order by order_id desc limit 50) page`,
};

/** B3: adjust a level and write the totals of variant and product, the movement and two events in one statement. */
export const adjustLevelStatement = {
  name: "floor_adjust",
  text: `
    with level as (
      update inventory_levels set inventory_quantity = inventory_quantity + $4::bigint, updated_at = now()
      where store_id = $1 and variant_id = $2 and location_id = $3
      returning id, inventory_quantity),
    variant as (
      update variants set inventory_quantity = inventory_quantity + $4::bigint, updated_at = now()
      where store_id = $1 and id = $2
      returning product_id),
    product as (
      update products p set total_quantity = total_quantity + $4::bigint, version = version + 1, updated_at = now()
      from variant where p.store_id = $1 and p.id = variant.product_id),
    movement as (
      insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change,
        resulting_quantity, reason, actor_kind, actor_id, request_id)
      select $1, now(), $2, $3, 'inventory_quantity', $4, inventory_quantity, 'adjust', 'app', 'bench', 'req_floor'
      from level),
    events as (
      insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, actor_kind, actor_id, request_id)
      select $1, now(), 'inventory_level/inventory_quantity_update', id,
        '{"variant_id":' || $2::bigint || ',"location_id":' || $3::bigint || ',"inventory_quantity":' || inventory_quantity || '}',
        'app', 'bench', 'req_floor'
      from level
      union all
      select $1, now(), 'product/update', product_id, null, 'app', 'bench', 'req_floor' from variant)
    select '{"id":' || id || ',"inventory_quantity":' || inventory_quantity || '}' as text from level`,
};
