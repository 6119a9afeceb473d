import { defineStatement } from "../statement.ts";
import { buildDifferencesSql, buildInIdRange, buildNumberText } from "./order-differences.ts";

// A successful void reverses a refund.
const buildIsReversed = (row: string) => `(${row}.kind = 'refund' and exists (
        select from order_transactions v
        where v.store_id = $1 and v.order_id = ${row}.order_id and v.parent_id = ${row}.id and v.kind = 'void' and v.status = 'success'))`;

/**
 * The SQL of two common table expressions. `transactions` has the transactions of the orders of store `$1` with ids after
 * `$2` up to `$3`. Its column `used` is the part of a transaction's amount that later transactions have used. Its column `sign` is 1
 * for a payment, -1 for a refund and 0 for any other transaction. `created_refunds` has the refunds of the orders. Rows are looked
 * up by order, so that the cost per order is constant, whatever the planner estimates.
 */
const transactionsSql = `
  transactions as materialized (
    select t.*,
      (select p.kind from order_transactions p where p.store_id = $1 and p.id = t.parent_id) as parent_kind,
      coalesce((
        select sum(f.amount) from order_transactions f
        where f.store_id = $1 and f.order_id = t.order_id and f.parent_id = t.id and f.status <> 'failure'
          and not ${buildIsReversed("f")}), 0) as used,
      case when t.status <> 'success' or ${buildIsReversed("t")} then 0
        when t.kind in ('sale', 'capture') then 1
        when t.kind = 'refund' then -1 else 0 end as sign
    from order_transactions t where ${buildInIdRange("t")}),
  created_refunds as (
    select r.order_id, r.amount from refunds r where ${buildInIdRange("r")} and r.status = 'created')`;

// The rules `financialRules` of packages/contract, in SQL. They are repeated, because a check must not share code with what it
// checks.
const financialStatusSql = `
  case when refunded > 0 and refunded >= paid then 'refunded'
    when refunded > 0 then 'partially_refunded'
    when paid >= total_price then 'paid'
    when paid > 0 then 'partially_paid'
    when authorized > 0 then 'authorized'
    when pending > 0 then 'pending'
    when voided > 0 then 'voided'
    else 'unpaid' end`;

// Orders, their transactions and their refunds are combined in one union and summed per order, without a join.
const moneySql = `
  money as materialized (
    select id, max(total_price) as total_price, max(total_paid) as total_paid, max(total_refund_amount) as total_refund_amount,
      max(credit_used) as credit_used, max(point_used) as point_used, max(financial_status) as financial_status,
      sum(paid) as paid, sum(refunded) as refunded, sum(in_refunds) as in_refunds, sum(authorized) as authorized,
      sum(voided) as voided, sum(pending) as pending, sum(credit) as credit, sum(points) as points
    from (
      select o.id, o.total_price, o.total_paid, o.total_refund_amount, o.credit_used, o.point_used, o.financial_status,
        0 as paid, 0 as refunded, 0 as in_refunds, 0 as authorized, 0 as voided, 0 as pending, 0 as credit, 0 as points
      from orders o where o.store_id = $1 and o.id > $2 and o.id <= $3
      union all
      select order_id, null, null, null, null, null, null,
        case when sign = 1 then amount else 0 end,
        case when sign = -1 then amount else 0 end,
        0,
        case when status = 'success' and kind = 'authorization' then amount - used else 0 end,
        case when status = 'success' and kind = 'void' and parent_kind = 'authorization' then amount else 0 end,
        case when status = 'pending' and kind in ('sale', 'capture', 'authorization') then amount else 0 end,
        case when gateway_type = 'credit' then sign * amount else 0 end,
        case when gateway_type = 'point' then sign * coalesce(points, 0) else 0 end
      from transactions
      union all
      select order_id, null, null, null, null, null, null, 0, 0, amount, 0, 0, 0, 0, 0 from created_refunds) entries
    group by id)`;

// A refund without a transaction refunds no money.
const refundSql = `(
      select r.id, r.amount, coalesce((
        select t.amount from order_transactions t
        where t.store_id = $1 and t.id = r.transaction_id and t.order_id = r.order_id and t.kind = 'refund'), 0) as transaction_amount
      from refunds r where ${buildInIdRange("r")}) refund`;

/**
 * Find inconsistent amounts in the orders of store `$1` with ids after `$2` up to `$3`. An order's amounts and financial
 * status are compared with its transactions, its refunds with its refund transactions, each refund with its own transaction,
 * and each transaction with the amounts used from it. This is one statement, so that it reads one state of the database.
 */
export const orderMoneyCheck = defineStatement(
  "verify_order_money",
  `
    with ${transactionsSql}, ${moneySql}
    ${buildDifferencesSql("order", "money", [
      ["'total_paid'", buildNumberText("total_paid"), buildNumberText("paid")],
      ["'total_refund_amount'", buildNumberText("total_refund_amount"), buildNumberText("refunded")],
      ["'refunds'", buildNumberText("in_refunds"), buildNumberText("refunded")],
      ["'credit_used'", buildNumberText("credit_used"), buildNumberText("credit")],
      ["'point_used'", buildNumberText("point_used"), buildNumberText("points")],
      ["'financial_status'", "financial_status", financialStatusSql],
    ])}
    union all
    ${buildDifferencesSql("refund", refundSql, [["'amount'", buildNumberText("amount"), buildNumberText("transaction_amount")]])}
    union all
    select 'transaction', id, null, null, null, ${buildNumberText("amount")}, ${buildNumberText("used")}
    from transactions where used > case when status = 'success' then amount else 0 end`,
);
