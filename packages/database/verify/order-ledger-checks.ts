import { defineStatement } from "../statement.ts";
import { buildInPortion, buildUnitsLeft, formatNumber } from "./order-differences.ts";

// The stock that the orders of a portion should have moved, by their rows (INV-3): units taken from the shipping location,
// units committed there while they are unshipped, and units restocked by refunds, returns and a cancellation.
const movedSql = `
  shares as (
    select s.order_id, s.line_item_id, f.location_id, s.quantity, o.status = 'cancelled' as is_cancelled, o.cancel_restock,
      ${buildUnitsLeft("s")} as rest
    from fulfillment_order_lines s
    join fulfillment_orders f on f.store_id = $1 and f.id = s.fulfillment_order_id
    join orders o on o.store_id = $1 and o.id = s.order_id
    where ${buildInPortion("s")}),
  moved as (
    select order_id, line_item_id, location_id, 'inventory_quantity' as field,
      case when is_cancelled and cancel_restock then rest else 0 end - quantity as change from shares
    union all
    select order_id, line_item_id, location_id, 'committed_inventory_quantity', rest from shares where not is_cancelled
    union all
    select r.order_id, r.line_item_id, r.location_id, 'inventory_quantity', r.quantity from refund_lines r
    where ${buildInPortion("r")} and not r.is_reverted
    union all
    select l.order_id, l.line_item_id, l.location_id, 'inventory_quantity', l.quantity
    from order_returns m join order_return_lines l on l.store_id = $1 and l.order_id = m.order_id and l.order_return_id = m.id
    where ${buildInPortion("m")} and m.status = 'completed' and l.restock)`;

const statedAndDueSql = `
    select moved.order_id, l.variant_id, moved.location_id, moved.field, 0 as stated, moved.change as due
    from moved join order_lines l on l.store_id = $1 and l.id = moved.line_item_id and l.is_stocked
    where l.variant_id is not null
    union all
    select m.order_id, m.variant_id, m.location_id, m.field, m.change, 0 from inventory_movements m
    where ${buildInPortion("m")} and m.field in ('inventory_quantity', 'committed_inventory_quantity')
      and exists (select from orders o where o.store_id = $1 and o.id = m.order_id)`;

/** The orders of store `$1` with ids after `$2` up to `$3` whose stock movements differ from their rows. */
export const orderStockPortion = defineStatement(
  "verify_order_stock",
  `
    with ${movedSql}
    select 'order_stock' as kind, order_id as id, variant_id, location_id, field,
      sum(stated)::bigint as shown, sum(due)::bigint as summed
    from (${statedAndDueSql}) entries
    where exists (select from variants v where v.store_id = $1 and v.id = entries.variant_id)
    group by order_id, variant_id, location_id, field having sum(stated) <> sum(due)`,
);

/**
 * The orders of store `$1` with ids after `$2` up to `$3` whose used store credit or points differ from the ledger. Deleted
 * customers have no ledger and are skipped.
 */
export const orderBalancePortion = defineStatement(
  "verify_order_balances",
  `
    select 'order_balance' as kind, order_id as id, null::bigint as variant_id, null::bigint as location_id, field,
      ${formatNumber("sum(stated)")} as shown, ${formatNumber("sum(due)")} as summed
    from (
      select o.id as order_id, o.customer_id, b.field, 0 as stated, b.due
      from orders o cross join lateral (values ('credit', o.credit_used), ('point', o.point_used)) as b (field, due)
      where o.store_id = $1 and o.id > $2 and o.id <= $3 and b.due <> 0
        and exists (select from customers c where c.store_id = $1 and c.id = o.customer_id)
      union all
      select m.order_id, m.customer_id, m.balance, -m.change, 0 from balance_movements m
      where ${buildInPortion("m")} and exists (select from orders o where o.store_id = $1 and o.id = m.order_id)) heap
    group by order_id, customer_id, field having sum(stated) <> sum(due)`,
);
