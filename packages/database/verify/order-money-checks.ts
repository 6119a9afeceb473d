import { inPortion, plain, saidOtherwise } from "./order-differences.ts";

// A refund that a void followed was undone.
const isUndone = (row: string) => `(${row}.kind = 'refund' and exists (
        select from order_transactions v
        where v.store_id = $1 and v.order_id = ${row}.order_id and v.parent_id = ${row}.id and v.kind = 'void' and v.status = 'success'))`;

/**
 * `paper`: the transactions of the orders of store `$1` with ids after `$2` up to `$3`, what later ones took of each, and
 * whether money came in by it or went back. What belongs to one order is looked up by the order, so that a portion costs the
 * same for each of its orders, whatever the planner thinks of it.
 */
const paperSql = `
  paper as materialized (
    select t.*,
      (select p.kind from order_transactions p where p.store_id = $1 and p.id = t.parent_id) as parent_kind,
      coalesce((
        select sum(f.amount) from order_transactions f
        where f.store_id = $1 and f.order_id = t.order_id and f.parent_id = t.id and f.status <> 'failure'
          and not ${isUndone("f")}), 0) as taken,
      case when t.status <> 'success' or ${isUndone("t")} then 0
        when t.kind in ('sale', 'capture') then 1
        when t.kind = 'refund' then -1 else 0 end as sign
    from order_transactions t where ${inPortion("t")}),
  given as (
    select r.order_id, r.amount from refunds r where ${inPortion("r")} and r.status = 'created')`;

// The contract's financialRules, said in SQL: what checks is not what made it.
const financialStatus = `
  case when refunded > 0 and refunded >= paid then 'refunded'
    when refunded > 0 then 'partially_refunded'
    when paid >= total_price then 'paid'
    when paid > 0 then 'partially_paid'
    when authorized > 0 then 'authorized'
    when pending > 0 then 'pending'
    when voided > 0 then 'voided'
    else 'unpaid' end`;

// Orders, their transactions and their refunds are one heap that is summed by order: nothing has to be joined.
const moneySql = `
  money as materialized (
    select id, max(total_price) as total_price, max(total_paid) as total_paid, max(total_refund_amount) as total_refund_amount,
      max(credit_used) as credit_used, max(point_used) as point_used, max(financial_status) as financial_status,
      sum(paid) as paid, sum(refunded) as refunded, sum(given) as given, sum(authorized) as authorized,
      sum(voided) as voided, sum(pending) as pending, sum(credit) as credit, sum(points) as points
    from (
      select o.id, o.total_price, o.total_paid, o.total_refund_amount, o.credit_used, o.point_used, o.financial_status,
        0 as paid, 0 as refunded, 0 as given, 0 as authorized, 0 as voided, 0 as pending, 0 as credit, 0 as points
      from orders o where o.store_id = $1 and o.id > $2 and o.id <= $3
      union all
      select order_id, null, null, null, null, null, null,
        case when sign = 1 then amount else 0 end,
        case when sign = -1 then amount else 0 end,
        0,
        case when status = 'success' and kind = 'authorization' then amount - taken else 0 end,
        case when status = 'success' and kind = 'void' and parent_kind = 'authorization' then amount else 0 end,
        case when status = 'pending' and kind in ('sale', 'capture', 'authorization') then amount else 0 end,
        case when gateway_type = 'credit' then sign * amount else 0 end,
        case when gateway_type = 'point' then sign * coalesce(points, 0) else 0 end
      from paper
      union all
      select order_id, null, null, null, null, null, null, 0, 0, amount, 0, 0, 0, 0, 0 from given) heap
    group by id)`;

// A refund without a transaction gives no money back.
const refundSql = `(
      select r.id, r.amount, coalesce((
        select t.amount from order_transactions t
        where t.store_id = $1 and t.id = r.transaction_id and t.order_id = r.order_id and t.kind = 'refund'), 0) as moved
      from refunds r where ${inPortion("r")}) refund`;

/**
 * What does not add up of the money of the orders of store `$1` with ids after `$2` up to `$3`: what they say of it and their
 * financial status against their transactions, these against their refunds, each refund against its own transaction, and each transaction against what was taken of it.
 * One statement sees one moment.
 */
export const orderMoneyPortion = {
  name: "verify_order_money",
  text: `
    with ${paperSql}, ${moneySql}
    ${saidOtherwise("order", "money", [
      ["'total_paid'", plain("total_paid"), plain("paid")],
      ["'total_refund_amount'", plain("total_refund_amount"), plain("refunded")],
      ["'refunds'", plain("given"), plain("refunded")],
      ["'credit_used'", plain("credit_used"), plain("credit")],
      ["'point_used'", plain("point_used"), plain("points")],
      ["'financial_status'", "financial_status", financialStatus],
    ])}
    union all
    ${saidOtherwise("refund", refundSql, [["'amount'", plain("amount"), plain("moved")]])}
    union all
    select 'transaction', id, null, null, null, ${plain("amount")}, ${plain("taken")}
    from paper where taken > case when status = 'success' then amount else 0 end`,
};
