import { defineStatement } from "../statement.ts";
import { buildInIdRange, buildNumberText, buildUnshippedUnits } from "./order-differences.ts";

// The stock changes that the orders require (INV-3): units taken from the shipping location, units committed there while
// they are unshipped, and units restocked by refunds, returns and a cancellation.
const expectedChangesSql = `
  fulfillment_order_line_units as (
    select s.order_id, s.line_item_id, f.location_id, s.quantity, o.status = 'cancelled' as is_cancelled, o.cancel_restock,
      ${buildUnshippedUnits("s")} as unshipped
    from fulfillment_order_lines s
    join fulfillment_orders f on f.store_id = $1 and f.id = s.fulfillment_order_id
    join orders o on o.store_id = $1 and o.id = s.order_id
    where ${buildInIdRange("s")}),
  expected_changes as (
    select order_id, line_item_id, location_id, 'inventory_quantity' as field,
      case when is_cancelled and cancel_restock then unshipped else 0 end - quantity as change from fulfillment_order_line_units
    union all
    select order_id, line_item_id, location_id, 'committed_inventory_quantity', unshipped from fulfillment_order_line_units where not is_cancelled
    union all
    select r.order_id, r.line_item_id, r.location_id, 'inventory_quantity', r.quantity from refund_lines r
    where ${buildInIdRange("r")} and not r.is_reverted
    union all
    select l.order_id, l.line_item_id, l.location_id, 'inventory_quantity', l.quantity
    from order_returns m join order_return_lines l on l.store_id = $1 and l.order_id = m.order_id and l.order_return_id = m.id
    where ${buildInIdRange("m")} and m.status = 'completed' and l.restock)`;

const ledgerAndExpectedSql = `
    select c.order_id, l.variant_id, c.location_id, c.field, 0 as in_ledger, c.change as expected
    from expected_changes c join order_lines l on l.store_id = $1 and l.id = c.line_item_id and l.is_stocked
    where l.variant_id is not null
    union all
    select m.order_id, m.variant_id, m.location_id, m.field, m.change, 0 from inventory_movements m
    where ${buildInIdRange("m")} and m.field in ('inventory_quantity', 'committed_inventory_quantity')
      and exists (select from orders o where o.store_id = $1 and o.id = m.order_id)`;

/** Find orders of store `$1` with ids after `$2` up to `$3` whose stock movements differ from what the orders require. */
export const orderStockCheck = defineStatement(
  "verify_order_stock",
  `
    with ${expectedChangesSql}
    select 'order_stock' as kind, order_id as id, variant_id, location_id, field,
      sum(in_ledger)::bigint as stored_value, sum(expected)::bigint as computed_value
    from (${ledgerAndExpectedSql}) entries
    where exists (select from variants v where v.store_id = $1 and v.id = entries.variant_id)
    group by order_id, variant_id, location_id, field having sum(in_ledger) <> sum(expected)`,
);

/**
 * Find orders of store `$1` with ids after `$2` up to `$3` whose used store credit or points differ from the customer's
 * balance movements. Orders of deleted customers are skipped, because these customers have no balance movements.
 */
export const orderBalanceCheck = defineStatement(
  "verify_order_balances",
  `
    select 'order_balance' as kind, order_id as id, null::bigint as variant_id, null::bigint as location_id, field,
      ${buildNumberText("sum(in_ledger)")} as stored_value, ${buildNumberText("sum(expected)")} as computed_value
    from (
      select o.id as order_id, o.customer_id, b.field, 0 as in_ledger, b.expected
      from orders o cross join lateral (values ('credit', o.credit_used), ('point', o.point_used)) as b (field, expected)
      where o.store_id = $1 and o.id > $2 and o.id <= $3 and b.expected <> 0
        and exists (select from customers c where c.store_id = $1 and c.id = o.customer_id)
      union all
      select m.order_id, m.customer_id, m.balance, -m.change, 0 from balance_movements m
      where ${buildInIdRange("m")} and exists (select from orders o where o.store_id = $1 and o.id = m.order_id)) entries
    group by order_id, customer_id, field having sum(in_ledger) <> sum(expected)`,
);
