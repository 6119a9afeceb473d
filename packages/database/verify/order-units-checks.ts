import { defineStatement } from "../statement.ts";
import {
  buildDifferencesSql,
  buildInIdRange,
  buildNumberText,
  buildRemovedUnits,
  buildShippedLines,
} from "./order-differences.ts";

/**
 * The SQL of common table expressions with the units of the orders of store `$1` with ids after `$2` up to `$3`:
 * `fulfillment_line` per fulfillment order line, `line` per line item, and `units` per order with its stored status.
 * `location_block` says per fulfillment order whether it prevents the deletion of its location. Rows are looked up by order
 * and summed in one pass, so that the cost per order is constant.
 */
const unitsSql = `
  counted_line as (
    select s.*, o.status = 'cancelled' as is_cancelled, parcel.shipped, parcel.on_the_way,
      ${buildRemovedUnits("s")} as removed
    from fulfillment_order_lines s join orders o on o.store_id = $1 and o.id = s.order_id
    cross join lateral (
      select coalesce(sum(l.quantity), 0) as shipped,
        coalesce(sum(l.quantity) filter (where m.status <> 'delivered'), 0) as on_the_way
      from ${buildShippedLines("s")}) parcel
    where ${buildInIdRange("s")}),
  fulfillment_line as materialized (
    select *, case when is_cancelled then 0 else quantity - shipped - removed end as open from counted_line),
  location_block as (
    select f.id, f.blocks_location_delete as stored_value, bool_or(u.open > 0 or u.on_the_way > 0) as expected
    from fulfillment_line u join fulfillment_orders f on f.store_id = $1 and f.id = u.fulfillment_order_id
    group by f.store_id, f.id),
  line as materialized (
    select order_id, id, sum(ordered) as ordered, sum(in_fulfillment_orders) as in_fulfillment_orders,
      sum(shipped) as shipped, sum(open) as open, sum(returned) as returned
    from (
      select l.order_id, l.id, l.quantity as ordered, 0 as in_fulfillment_orders, 0 as shipped, 0 as open, 0 as returned
      from order_lines l where ${buildInIdRange("l")}
      union all
      select order_id, line_item_id, 0, quantity, shipped, open, 0 from fulfillment_line
      union all
      select r.order_id, r.line_item_id, 0, 0, 0, 0, r.quantity from refund_lines r
      where ${buildInIdRange("r")} and not r.is_reverted and r.fulfillment_order_line_id is null
      union all
      select l.order_id, l.line_item_id, 0, 0, 0, 0, l.quantity
      from order_returns m join order_return_lines l on l.store_id = $1 and l.order_id = m.order_id and l.order_return_id = m.id
      where ${buildInIdRange("m")} and m.status = 'completed') entries
    group by order_id, id),
  units as (
    select id, max(fulfillment_status) as fulfillment_status, sum(shipped) as shipped, sum(open) as open,
      sum(returned) as returned
    from (
      select o.id, o.fulfillment_status, 0 as shipped, 0 as open, 0 as returned from orders o
      where o.store_id = $1 and o.id > $2 and o.id <= $3
      union all
      select order_id, null, shipped, open, returned from line) entries
    group by id)`;

// The rules `fulfillmentRules` of packages/contract, in SQL.
const fulfillmentStatusSql = `
  case when returned > 0 and returned >= shipped and open = 0 then 'returned'
    when returned > 0 then 'partially_returned'
    when shipped = 0 then 'unfulfilled'
    when open > 0 then 'partially_fulfilled'
    else 'fulfilled' end`;

// Outdated snapshots of orders are skipped, because they are rebuilt before they are read.
const snapshotSql = `
  snapshot as materialized (
    select o.id, o.status, o.financial_status, o.fulfillment_status, o.total_paid, o.total_refund_amount, d.body::jsonb as body
    from orders o join order_documents d on d.store_id = $1 and d.order_id = o.id
    where o.store_id = $1 and o.id > $2 and o.id <= $3 and split_part(d.stamp, '|', 1) = o.version::text),
  fulfillment_order as (
    select order_id as id, fulfillment_order_id, max(snapshot_status) as snapshot_status,
      case when sum(open) > 0 then case when sum(shipped) > 0 then 'in_progress' else 'open' end
        when sum(shipped) > 0 then 'closed' else 'cancelled' end as status
    from (
      select order_id, fulfillment_order_id, null as snapshot_status, shipped, open from fulfillment_line
      union all
      select snapshot.id, (entry ->> 'id')::bigint, entry ->> 'status', 0, 0
      from snapshot cross join lateral jsonb_array_elements(body -> 'fulfillment_orders') as listed (entry)) entries
    group by order_id, fulfillment_order_id having max(snapshot_status) is not null)`;

// Build a further part of the union: the rows in which two numbers of units contradict each other. `condition` says when.
const buildUnitsCheck = (
  kind: string,
  from: string,
  [storedSql, computedSql]: readonly [string, string],
  condition: string,
) => `
    union all
    select '${kind}', id, null, null, null, ${buildNumberText(storedSql)}, ${buildNumberText(computedSql)} from ${from} where ${condition}`;

/**
 * Find inconsistent units in the orders of store `$1` with ids after `$2` up to `$3`. An order's fulfillment status is compared
 * with its shipped and returned units, and its snapshot with its statuses, paid amounts and units. Units that are counted twice
 * are also found. This is one statement, so that it reads one state of the database.
 */
export const orderUnitsCheck = defineStatement(
  "verify_order_units",
  `
    with ${unitsSql}, ${snapshotSql}
    ${buildDifferencesSql("order", "units", [["'fulfillment_status'", "fulfillment_status", fulfillmentStatusSql]])}
    union all
    ${buildDifferencesSql("order_document", "snapshot", [
      ["'status'", "body ->> 'status'", "status"],
      ["'financial_status'", "body ->> 'financial_status'", "financial_status"],
      ["'fulfillment_status'", "body ->> 'fulfillment_status'", "fulfillment_status"],
      ["'total_paid'", buildNumberText("(body ->> 'total_paid')"), buildNumberText("total_paid")],
      [
        "'total_refund_amount'",
        buildNumberText("(body ->> 'total_refund_amount')"),
        buildNumberText("total_refund_amount"),
      ],
    ])}
    union all
    ${buildDifferencesSql("order_document", "fulfillment_order", [["'the status of fulfillment order ' || fulfillment_order_id", "snapshot_status", "status"]])}
    union all
    ${buildDifferencesSql("fulfillment_order", "location_block", [["'blocks_location_delete'", "stored_value::text", "expected::text"]])}
    ${buildUnitsCheck("fulfillment_order_line", "fulfillment_line", ["shipped + removed", "quantity"], "shipped + removed > quantity")}
    ${buildUnitsCheck("order_line", "line", ["in_fulfillment_orders", "ordered"], "in_fulfillment_orders <> ordered")}
    ${buildUnitsCheck("returned_units", "line", ["returned", "shipped"], "returned > shipped")}`,
);
