import { financialRules } from "@souk/contract";
import { sumUnits, toMinorUnits } from "./amounts.ts";
import type { FinancialStatus, Order, TransactionRow } from "./order-rows.ts";

/** Sums of an order's transactions, in the smallest unit of its currency. */
export interface OrderMoney {
  /** Sales and captures. */
  paid: bigint;
  /** Refunds that were not undone. */
  refunded: bigint;
  /** Amounts authorized and neither captured nor voided. */
  authorized: bigint;
  /** The part of the authorized amounts that was voided. */
  voided: bigint;
  /** Pending sales, authorizations and captures. */
  pending: bigint;
  /** The customer's store credit within the amount paid and not refunded. */
  credit: bigint;
  /** The customer's loyalty points within the amount paid and not refunded. */
  points: number;
}

/**
 * Compute the remaining amount of a transaction: an authorization's amount not captured or voided, a payment's
 * amount not refunded, or a refund's amount not undone.
 */
export function getRemainingAmount(order: Order, { id, kind, amount, status }: TransactionRow): bigint {
  if (status !== "success") return 0n;
  const decimals = order.order.currency_decimals;
  const followUpKinds =
    kind === "authorization" ? ["capture", "void"] : kind === "refund" ? ["void"] : ["refund"];
  const followUps = order.transactions.filter(
    (other) => other.parent_id === id && other.status !== "failure" && followUpKinds.includes(other.kind),
  );
  const reversals = followUps
    .filter((other) => other.kind === "refund")
    .flatMap((refund) => listReversals(order, refund));
  const units = (rows: readonly TransactionRow[]) =>
    sumUnits(rows.map((row) => toMinorUnits(row.amount, decimals)));
  return toMinorUnits(amount, decimals) - units(followUps) + units(reversals);
}

/** Return whether a refund was undone. */
export function isUndone(order: Order, refund: TransactionRow): boolean {
  return listReversals(order, refund).length > 0;
}

function listReversals(order: Order, refund: TransactionRow): TransactionRow[] {
  return order.transactions.filter(
    ({ parent_id, kind, status }) => parent_id === refund.id && kind === "void" && status === "success",
  );
}

function isPayment({ kind }: TransactionRow): boolean {
  return kind === "sale" || kind === "capture";
}

/** Add up an order's transactions. Only those that succeeded count, except in `pending`. */
export function computeOrderMoney(order: Order): OrderMoney {
  const { transactions } = order;
  const decimals = order.order.currency_decimals;
  const units = (rows: readonly TransactionRow[]) =>
    sumUnits(rows.map((row) => toMinorUnits(row.amount, decimals)));
  const done = transactions.filter(({ status }) => status === "success");
  const payments = done.filter(isPayment);
  const authorizations = done.filter(({ kind }) => kind === "authorization");
  const byId = new Map(done.map((row) => [row.id, row]));
  const voids = done.filter(
    ({ kind, parent_id }) => kind === "void" && byId.get(parent_id ?? 0)?.kind === "authorization",
  );
  const refunds = done.filter(({ kind }) => kind === "refund").filter((refund) => !isUndone(order, refund));
  const filterByGateway = (type: string, rows: readonly TransactionRow[]) =>
    rows.filter(({ gateway_type }) => gateway_type === type);
  const sumPoints = (rows: readonly TransactionRow[]) =>
    rows.reduce((sum, row) => sum + (row.points ?? 0), 0);
  return {
    paid: units(payments),
    refunded: units(refunds),
    authorized: sumUnits(authorizations.map((row) => getRemainingAmount(order, row))),
    voided: units(voids),
    pending: units(
      transactions.filter(
        (row) => row.status === "pending" && (isPayment(row) || row.kind === "authorization"),
      ),
    ),
    credit: units(filterByGateway("credit", payments)) - units(filterByGateway("credit", refunds)),
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
