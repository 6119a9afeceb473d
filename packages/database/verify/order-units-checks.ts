import { defineStatement } from "../statement.ts";
import {
  buildDifferences,
  buildInPortion,
  buildRemovedUnits,
  buildSentLines,
  formatNumber,
} from "./order-differences.ts";

/**
 * The units of the orders of store `$1` with ids after `$2` up to `$3`: `share` per fulfillment order line, `line` per line
 * item, and `units` per order with its stored status. Rows are looked up by order and summed in one pass, so that the cost per
 * order is constant.
 */
const unitsSql = `
  sorted as (
    select s.*, o.status = 'cancelled' as is_cancelled, parcel.sent, parcel.on_the_way,
      ${buildRemovedUnits("s")} as removed
    from fulfillment_order_lines s join orders o on o.store_id = $1 and o.id = s.order_id
    cross join lateral (
      select coalesce(sum(l.quantity), 0) as sent,
        coalesce(sum(l.quantity) filter (where m.status <> 'delivered'), 0) as on_the_way
      from ${buildSentLines("s")}) parcel
    where ${buildInPortion("s")}),
  share as materialized (
    select *, case when is_cancelled then 0 else quantity - sent - removed end as open from sorted),
  keeping as (
    select f.id, f.blocks_location_delete as shown, bool_or(share.open > 0 or share.on_the_way > 0) as due
    from share join fulfillment_orders f on f.store_id = $1 and f.id = share.fulfillment_order_id
    group by f.store_id, f.id),
  line as materialized (
    select order_id, id, sum(ordered) as ordered, sum(shared) as shared, sum(sent) as sent, sum(open) as open, sum(back) as back
    from (
      select l.order_id, l.id, l.quantity as ordered, 0 as shared, 0 as sent, 0 as open, 0 as back
      from order_lines l where ${buildInPortion("l")}
      union all
      select order_id, line_item_id, 0, quantity, sent, open, 0 from share
      union all
      select r.order_id, r.line_item_id, 0, 0, 0, 0, r.quantity from refund_lines r
      where ${buildInPortion("r")} and not r.is_reverted and r.fulfillment_order_line_id is null
      union all
      select l.order_id, l.line_item_id, 0, 0, 0, 0, l.quantity
      from order_returns m join order_return_lines l on l.store_id = $1 and l.order_id = m.order_id and l.order_return_id = m.id
      where ${buildInPortion("m")} and m.status = 'completed') heap
    group by order_id, id),
  units as (
    select id, max(fulfillment_status) as fulfillment_status, sum(sent) as sent, sum(open) as open, sum(back) as back
    from (
      select o.id, o.fulfillment_status, 0 as sent, 0 as open, 0 as back from orders o
      where o.store_id = $1 and o.id > $2 and o.id <= $3
      union all
      select order_id, null, sent, open, back from line) heap
    group by id)`;

// The contract's fulfillmentRules in SQL.
const fulfillmentStatus = `
  case when back > 0 and back >= sent and open = 0 then 'returned'
    when back > 0 then 'partially_returned'
    when sent = 0 then 'unfulfilled'
    when open > 0 then 'partially_fulfilled'
    else 'fulfilled' end`;

// Outdated snapshots are skipped, because they are rebuilt before they are read.
const documentSql = `
  document as materialized (
    select o.id, o.status, o.financial_status, o.fulfillment_status, o.total_paid, o.total_refund_amount, d.body::jsonb as body
    from orders o join order_documents d on d.store_id = $1 and d.order_id = o.id
    where o.store_id = $1 and o.id > $2 and o.id <= $3 and split_part(d.stamp, '|', 1) = o.version::text),
  part as (
    select order_id as id, part_id, max(stated) as stated,
      case when sum(open) > 0 then case when sum(sent) > 0 then 'in_progress' else 'open' end
        when sum(sent) > 0 then 'closed' else 'cancelled' end as status
    from (
      select order_id, fulfillment_order_id as part_id, null as stated, sent, open from share
      union all
      select document.id, (part ->> 'id')::bigint, part ->> 'status', 0, 0
      from document cross join lateral jsonb_array_elements(body -> 'fulfillment_orders') as parts (part)) heap
    group by order_id, part_id having max(stated) is not null)`;

const buildOverrunCheck = (
  kind: string,
  from: string,
  [shown, summed]: readonly [string, string],
  condition: string,
) => `
    union all
    select '${kind}', id, null, null, null, ${formatNumber(shown)}, ${formatNumber(summed)} from ${from} where ${condition}`;

/**
 * Inconsistent units of the orders of store `$1` with ids after `$2` up to `$3`: the fulfillment status compared with the
 * shipped and returned units, snapshots compared with both, and units counted twice. One statement, so that it reads one
 * snapshot.
 */
export const orderUnitsPortion = defineStatement(
  "verify_order_units",
  `
    with ${unitsSql}, ${documentSql}
    ${buildDifferences("order", "units", [["'fulfillment_status'", "fulfillment_status", fulfillmentStatus]])}
    union all
    ${buildDifferences("order_document", "document", [
      ["'status'", "body ->> 'status'", "status"],
      ["'financial_status'", "body ->> 'financial_status'", "financial_status"],
      ["'fulfillment_status'", "body ->> 'fulfillment_status'", "fulfillment_status"],
      ["'total_paid'", formatNumber("(body ->> 'total_paid')"), formatNumber("total_paid")],
      [
        "'total_refund_amount'",
        formatNumber("(body ->> 'total_refund_amount')"),
        formatNumber("total_refund_amount"),
      ],
    ])}
    union all
    ${buildDifferences("order_document", "part", [["'the status of fulfillment order ' || part_id", "stated", "status"]])}
    union all
    ${buildDifferences("fulfillment_order", "keeping", [["'blocks_location_delete'", "shown::text", "due::text"]])}
    ${buildOverrunCheck("order_share", "share", ["sent + removed", "quantity"], "sent + removed > quantity")}
    ${buildOverrunCheck("order_line", "line", ["shared", "ordered"], "shared <> ordered")}
    ${buildOverrunCheck("order_back", "line", ["back", "sent"], "back > sent")}`,
);
