import { defineStatement } from "../statement.ts";
import { buildNumberText, buildUnshippedUnits } from "./order-differences.ts";

// Build the SQL of the unshipped units of each fulfillment order line of store `$1`, for orders `o` that are not canceled and
// meet the condition.
const buildOpenUnitsSql = (orderCondition: string) => `
  select s.line_item_id, f.location_id, ${buildUnshippedUnits("s")} as unshipped
  from fulfillment_order_lines s
  join fulfillment_orders f on f.store_id = s.store_id and f.id = s.fulfillment_order_id
  join orders o on o.store_id = s.store_id and o.id = s.order_id
  where s.store_id = $1 and o.status <> 'cancelled' and ${orderCondition}`;

/**
 * Find levels of store `$1` whose committed quantity differs from the unshipped units of its orders (INV-3).
 */
export const committedCheck = defineStatement(
  "verify_committed",
  `
    with expected as (
      select l.variant_id, line.location_id, sum(line.unshipped)::bigint as quantity
      from (${buildOpenUnitsSql("o.fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'partially_returned')")}) line
      join order_lines l on l.store_id = $1 and l.id = line.line_item_id and l.is_stocked
      where exists (select from variants v where v.store_id = $1 and v.id = l.variant_id)
      group by l.variant_id, line.location_id having sum(line.unshipped) <> 0),
    stored as (
      select l.variant_id, l.location_id, l.committed_inventory_quantity as quantity from inventory_levels l
      where l.store_id = $1 and l.committed_inventory_quantity <> 0)
    select 'committed' as kind, null as id, variant_id, location_id, null as field,
      coalesce(stored.quantity, 0) as stored_value, coalesce(expected.quantity, 0) as computed_value
    from stored full join expected using (variant_id, location_id)
    where coalesce(stored.quantity, 0) <> coalesce(expected.quantity, 0)`,
);

/**
 * Find customers of store `$1` with ids after `$2` up to `$3` whose order_count, last_order_id or total_spent differs from
 * their orders. Each order's amount is converted at the order's exchange rate.
 */
export const customerOrdersCheck = defineStatement(
  "verify_buyers",
  `
    with order_totals as (
      select c.id, c.order_count, c.last_order_id, c.total_spent, count(o.id) as orders, max(o.id) as last,
        coalesce(sum(round((o.total_paid - o.total_refund_amount)::numeric(40, 20) / o.exchange_rate, 4)), 0) as spent
      from customers c left join orders o on o.store_id = c.store_id and o.customer_id = c.id
      where c.store_id = $1 and c.id > $2 and c.id <= $3 group by c.store_id, c.id)
    select 'order_statistics' as kind, id, null as variant_id, null as location_id, f.field, f.stored_value, f.computed_value
    from order_totals cross join lateral (values
      ('order_count', order_count::text, orders::text),
      ('last_order_id', last_order_id::text, last::text),
      ('total_spent', ${buildNumberText("total_spent")}, ${buildNumberText("spent")})) as f (field, stored_value, computed_value)
    where f.stored_value is distinct from f.computed_value`,
);
