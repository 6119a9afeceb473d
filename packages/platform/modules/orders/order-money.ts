import { financialRules } from "@souk/contract";
import { sumBigints, toMinorUnits } from "./amounts.ts";
import type { FinancialStatus, Order, TransactionRow } from "./order-rows.ts";

/** Sums of an order's transactions, in the smallest unit of the order's currency. */
export interface OrderMoney {
  /** Sales and captures. */
  paid: bigint;
  /** Refunds that were not canceled. */
  refunded: bigint;
  /** Authorized amounts that were neither captured nor voided. */
  authorized: bigint;
  /** The part of the authorized amounts that was voided. */
  voided: bigint;
  /** Pending sales, authorizations and captures. */
  pending: bigint;
  /** The store credit with which the customer paid, less the store credit that was refunded. */
  credit: bigint;
  /** The loyalty points with which the customer paid, less the points that were refunded. */
  points: number;
}

/** Return the kinds of transactions that use up the amount of a transaction of this kind. */
function getFollowUpKinds(kind: TransactionRow["kind"]): string[] {
  if (kind === "authorization") return ["capture", "void"];
  return kind === "refund" ? ["void"] : ["refund"];
}

/**
 * Compute the remaining amount of a transaction: of an authorization, the amount that was neither captured nor voided;
 * of a payment, the amount that was not refunded; of a refund, the amount that was not canceled. Pending captures, voids and
 * refunds of the transaction count like successful ones.
 */
export function computeRemainingAmount(order: Order, { id, kind, amount, status }: TransactionRow): bigint {
  if (status !== "success") return 0n;
  const decimals = order.order.currency_decimals;
  const followUpKinds = getFollowUpKinds(kind);
  const followUps = order.transactions.filter(
    (other) => other.parent_id === id && other.status !== "failure" && followUpKinds.includes(other.kind),
  );
  const reversals = followUps
    .filter((other) => other.kind === "refund")
    .flatMap((refund) => listReversals(order, refund));
  const sumAmounts = (rows: readonly TransactionRow[]) =>
    sumBigints(rows.map((row) => toMinorUnits(row.amount, decimals)));
  return toMinorUnits(amount, decimals) - sumAmounts(followUps) + sumAmounts(reversals);
}

/** Return whether a refund was canceled: its transaction was voided. */
export function isRefundCanceled(order: Order, refund: TransactionRow): boolean {
  return listReversals(order, refund).length > 0;
}

/** List the successful voids of a refund transaction. They cancel the refund. */
function listReversals(order: Order, refund: TransactionRow): TransactionRow[] {
  return order.transactions.filter(
    ({ parent_id, kind, status }) => parent_id === refund.id && kind === "void" && status === "success",
  );
}

function isPayment({ kind }: TransactionRow): boolean {
  return kind === "sale" || kind === "capture";
}

/** Add up an order's transactions. All sums except `pending` include only successful transactions. */
export function computeOrderMoney(order: Order): OrderMoney {
  const { transactions } = order;
  const decimals = order.order.currency_decimals;
  const sumAmounts = (rows: readonly TransactionRow[]) =>
    sumBigints(rows.map((row) => toMinorUnits(row.amount, decimals)));
  const successfulTransactions = transactions.filter(({ status }) => status === "success");
  const payments = successfulTransactions.filter(isPayment);
  const authorizations = successfulTransactions.filter(({ kind }) => kind === "authorization");
  const successfulById = new Map(successfulTransactions.map((row) => [row.id, row]));
  const voids = successfulTransactions.filter(
    ({ kind, parent_id }) => kind === "void" && successfulById.get(parent_id ?? 0)?.kind === "authorization",
  );
  const refunds = successfulTransactions
    .filter(({ kind }) => kind === "refund")
    .filter((refund) => !isRefundCanceled(order, refund));
  const filterByGateway = (type: string, rows: readonly TransactionRow[]) =>
    rows.filter(({ gateway_type }) => gateway_type === type);
  const sumPoints = (rows: readonly TransactionRow[]) =>
    rows.reduce((sum, row) => sum + (row.points ?? 0), 0);
  return {
    paid: sumAmounts(payments),
    refunded: sumAmounts(refunds),
    authorized: sumBigints(authorizations.map((row) => computeRemainingAmount(order, row))),
    voided: sumAmounts(voids),
    pending: sumAmounts(
      transactions.filter(
        (row) => row.status === "pending" && (isPayment(row) || row.kind === "authorization"),
      ),
    ),
    credit: sumAmounts(filterByGateway("credit", payments)) - sumAmounts(filterByGateway("credit", refunds)),
    points: sumPoints(filterByGateway("point", payments)) - sumPoints(filterByGateway("point", refunds)),
  };
}

const statusConditions: Readonly<Record<FinancialStatus, (money: OrderMoney, total: bigint) => boolean>> = {
  refunded: ({ refunded, paid }) => refunded > 0n && refunded >= paid,
  partially_refunded: ({ refunded }) => refunded > 0n,
  paid: ({ paid }, total) => paid >= total,
  partially_paid: ({ paid }) => paid > 0n,
  authorized: ({ authorized }) => authorized > 0n,
  pending: ({ pending }) => pending > 0n,
  voided: ({ voided }) => voided > 0n,
  unpaid: () => true,
};

/** Derive the financial status from an order's transactions. @param total the amount to be paid */
export function deriveFinancialStatus(money: OrderMoney, total: bigint): FinancialStatus {
  return financialRules.find(({ status }) => statusConditions[status](money, total))?.status ?? "unpaid";
}
