import { inPortion, plain, unitsLeft } from "./order-differences.ts";

// What the orders of a portion moved, by their rows (INV-3): what is gone from where it is sent, committed there while it is
// still to be sent, and what refunds, returns and a cancellation put back. What was deleted meanwhile has no level to move.
const movedSql = `
  shares as (
    select s.order_id, s.line_item_id, f.location_id, s.quantity, o.status = 'cancelled' as is_cancelled, o.cancel_restock,
      ${unitsLeft("s")} as rest
    from fulfillment_order_lines s
    join fulfillment_orders f on f.store_id = $1 and f.id = s.fulfillment_order_id
    join orders o on o.store_id = $1 and o.id = s.order_id
    where ${inPortion("s")}),
  moved as (
    select order_id, line_item_id, location_id, 'inventory_quantity' as field,
      case when is_cancelled and cancel_restock then rest else 0 end - quantity as change from shares
    union all
    select order_id, line_item_id, location_id, 'committed_inventory_quantity', rest from shares where not is_cancelled
    union all
    select r.order_id, r.line_item_id, r.location_id, 'inventory_quantity', r.quantity from refund_lines r
    where ${inPortion("r")} and not r.is_reverted
    union all
    select l.order_id, l.line_item_id, l.location_id, 'inventory_quantity', l.quantity
    from order_returns m join order_return_lines l on l.store_id = $1 and l.order_id = m.order_id and l.order_return_id = m.id
    where ${inPortion("m")} and m.status = 'completed' and l.restock)`;

const heapSql = `
    select moved.order_id, l.variant_id, moved.location_id, moved.field, 0 as told, moved.change as due
    from moved join order_lines l on l.store_id = $1 and l.id = moved.line_item_id and l.is_stocked
    where l.variant_id is not null
    union all
    select m.order_id, m.variant_id, m.location_id, m.field, m.change, 0 from inventory_movements m
    where ${inPortion("m")} and m.field in ('inventory_quantity', 'committed_inventory_quantity')
      and exists (select from orders o where o.store_id = $1 and o.id = m.order_id)`;

/** Orders of store `$1` with ids after `$2` up to `$3` that moved other stock than their rows say. */
export const orderStockPortion = {
  name: "verify_order_stock",
  text: `
    with ${movedSql}
    select 'order_stock' as kind, order_id as id, variant_id, location_id, field,
      sum(told)::bigint as shown, sum(due)::bigint as summed
    from (${heapSql}) heap
    where exists (select from variants v where v.store_id = $1 and v.id = heap.variant_id)
    group by order_id, variant_id, location_id, field having sum(told) <> sum(due)`,
};

/** The same orders where they took other store credit or points of customers than they say; those who are gone took their ledger along. */
export const orderBalancePortion = {
  name: "verify_order_balances",
  text: `
    select 'order_balance' as kind, order_id as id, null::bigint as variant_id, null::bigint as location_id, field,
      ${plain("sum(told)")} as shown, ${plain("sum(due)")} as summed
    from (
      select o.id as order_id, o.customer_id, b.field, 0 as told, b.due
      from orders o cross join lateral (values ('credit', o.credit_used), ('point', o.point_used)) as b (field, due)
      where o.store_id = $1 and o.id > $2 and o.id <= $3 and b.due <> 0
        and exists (select from customers c where c.store_id = $1 and c.id = o.customer_id)
      union all
      select m.order_id, m.customer_id, m.balance, -m.change, 0 from balance_movements m
      where ${inPortion("m")} and exists (select from orders o where o.store_id = $1 and o.id = m.order_id)) heap
    group by order_id, customer_id, field having sum(told) <> sum(due)`,
};
