// The statement of B4 on the floor, the minimal server that the platform is compared with (docs/decisions/0006). It writes all rows
// of an order with three lines. The order's snapshot is a parameter, as large as a snapshot of the platform. The order's number comes
// from a sequence, so that no order waits for another order. It is the sequence of shipping fee ids, because the floor creates no
// shipping fees.

const eventsSql = `
  published as (
    insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, context, actor_kind, actor_id, request_id)
    select $1, now(), topic, resource_id, payload, context, 'app', 'bench', 'req_floor' from (
      select 'inventory_level/inventory_quantity_update' as topic, level.id as resource_id,
        '{"variant_id":' || variant_id || ',"location_id":' || $4::bigint || ',"inventory_quantity":' || inventory_quantity
          || ',"adjustment":"DECREASE","inventory_level_updated_at":"' || now() || '"}' as payload, 'order/create' as context from level
      union all
      select 'product/update', id, null, 'order/create' from product
      union all
      select 'order/create', id, '{"order":' || $5::text || '}', null from placed) e)`;

const stockSql = `
  locked as materialized (
    select l.variant_id from inventory_levels l join line on line.variant_id = l.variant_id
    where l.store_id = $1 and l.location_id = $4 and (l.inventory_quantity >= line.quantity or line.inventory_policy = 'continue')
    order by l.variant_id for no key update of l),
  level as (
    update inventory_levels l set inventory_quantity = l.inventory_quantity - line.quantity,
      committed_inventory_quantity = l.committed_inventory_quantity + line.quantity, updated_at = now()
    from line join locked on locked.variant_id = line.variant_id
    where l.store_id = $1 and l.variant_id = line.variant_id and l.location_id = $4
    returning l.id, l.variant_id, l.inventory_quantity, l.committed_inventory_quantity, line.quantity),
  variant as (
    update variants v set inventory_quantity = v.inventory_quantity - level.quantity, updated_at = now()
    from level where v.store_id = $1 and v.id = level.variant_id
    returning v.product_id, level.quantity),
  product as (
    update products p set total_quantity = p.total_quantity - moved.quantity, version = p.version + 1, updated_at = now()
    from (select product_id, sum(quantity)::bigint as quantity from variant group by product_id) moved
    where p.store_id = $1 and p.id = moved.product_id
    returning p.id),
  movement as (
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, reference, actor_kind, actor_id, request_id, order_id)
    select $1, now(), variant_id, $4, field, change, resulting, 'order placed', '#' || placed.number, 'app', 'bench', 'req_floor', placed.id
    from placed, level cross join lateral (values
      ('inventory_quantity', -level.quantity, level.inventory_quantity),
      ('committed_inventory_quantity', level.quantity, level.committed_inventory_quantity)) moved (field, change, resulting))`;

/**
 * B4: write all rows of an order with three lines. The parameters are `$1` store, `$2` variants, `$3` their quantities, `$4`
 * location, `$5` snapshot, `$6` shipping address and `$7` search words.
 */
export const placeOrderStatement = {
  name: "floor_place",
  text: `
    with line as materialized (
      select s.n, s.quantity, v.id as variant_id, v.product_id, v.sku, v.barcode, v.price, v.cost_price, v.grams,
        v.inventory_policy, p.title
      from unnest($2::bigint[], $3::bigint[]) with ordinality s (id, quantity, n)
      join variants v on v.store_id = $1 and v.id = s.id join products p on p.store_id = $1 and p.id = v.product_id),
    placed as (
      insert into orders (store_id, number, status, financial_status, fulfillment_status, email, phone, currency_code,
        currency_decimals, exchange_rate, taxes_included, subtotal_price, total_line_items_price, total_discount, total_shipping,
        total_tax, total_price, total_paid, total_refund_amount, credit_used, point_used, shipping_address, shipping_fees,
        discounts, tax_lines, note, remark, note_attributes, tags, source_name, source_identifier, token, cart_token, browser_ip,
        sales_attributions, inventory_behaviour, processed_at, created_at, updated_at)
      select $1, nextval('shipping_fee_ids') + 1000000, 'open', 'unpaid', 'unfulfilled', 'mei@example.com', '+60123456789', 'MYR',
        2, 1, false, sum(price * quantity), sum(price * quantity), 0, 0, 0, sum(price * quantity), 0, 0, 0, 0, $6::jsonb, '[]',
        '[]', '[]', 'Leave it with the guard.', '', '[]', '{}', 'bench', '', 'floor-floor-floor-floor', '', '127.0.0.1',
        '{"staff":[],"location":[],"app_handle":"bench-app"}', 'decrement_obeying_policy', now(), now(), now()
      from line returning id, number),
    lines as (
      insert into order_lines (store_id, order_id, position, product_id, variant_id, product_name, sku, barcode, quantity, price,
        total_discount, total_tax, taxable, shipping_required, grams, cost_price, is_stocked, created_at, updated_at)
      select $1, placed.id, n, product_id, variant_id, title, sku, barcode, quantity, price, 0, 0, true, true, grams, cost_price, true,
        now(), now()
      from line, placed returning id, quantity),
    fulfillment_order as (
      insert into fulfillment_orders (store_id, order_id, location_id, created_at, updated_at)
      select $1, id, $4, now(), now() from placed returning id, order_id),
    fulfillment_order_line as (
      insert into fulfillment_order_lines (store_id, order_id, fulfillment_order_id, line_item_id, quantity)
      select $1, f.order_id, f.id, lines.id, lines.quantity from lines, fulfillment_order f),
    snapshot as (
      insert into order_documents (store_id, order_id, stamp, body)
      select $1, id, '1|floor-floor-floor-floor-floor-floor', $5::text from placed),
    search as (
      insert into order_search (store_id, order_id, search_text, facets)
      select $1, placed.id, ' ' || souk_search_words('#' || placed.number || ' ' || placed.number || ' ' || $7::text || ' ' ||
        (select string_agg(sku, ' ') from line)) || ' ', '{}' from placed),
    ${stockSql},${eventsSql}
    select id from placed`,
};
