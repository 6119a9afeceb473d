import { financialRules } from "@souk/contract";
import { sumOf, toUnits } from "./amounts.ts";
import type { FinancialStatus, Order, TransactionRow } from "./order-rows.ts";

/** What an order's transactions come to, in the smallest unit of its currency. */
export interface OrderMoney {
  /** Sales and captures. */
  paid: bigint;
  /** Refunds that were not undone. */
  refunded: bigint;
  /** Authorized, and neither captured nor voided. */
  authorized: bigint;
  /** Of the authorized, what was voided. */
  voided: bigint;
  /** Promised: pending sales, authorizations and captures. */
  pending: bigint;
  /** Of what was paid and not given back: the customer's store credit. */
  credit: bigint;
  /** And their loyalty points, in points. */
  points: number;
}

/** What is left of one transaction: of an authorization to capture or void, of a payment to refund, of a refund to undo. */
export function leftOf(order: Order, { id, kind, amount, status }: TransactionRow): bigint {
  if (status !== "success") return 0n;
  const decimals = order.order.currency_decimals;
  const taking = kind === "authorization" ? ["capture", "void"] : kind === "refund" ? ["void"] : ["refund"];
  const taken = order.transactions.filter(
    (other) => other.parent_id === id && other.status !== "failure" && taking.includes(other.kind),
  );
  const undone = taken.filter((other) => other.kind === "refund").flatMap((refund) => undoing(order, refund));
  const units = (rows: readonly TransactionRow[]) => sumOf(rows.map((row) => toUnits(row.amount, decimals)));
  return toUnits(amount, decimals) - units(taken) + units(undone);
}

/** Whether a refund was undone. */
export function isUndone(order: Order, refund: TransactionRow): boolean {
  return undoing(order, refund).length > 0;
}

function undoing(order: Order, refund: TransactionRow): TransactionRow[] {
  return order.transactions.filter(
    ({ parent_id, kind, status }) => parent_id === refund.id && kind === "void" && status === "success",
  );
}

function isPayment({ kind }: TransactionRow): boolean {
  return kind === "sale" || kind === "capture";
}

/** Adds an order's transactions up. Only those that succeeded count, but for `pending`. */
export function orderMoney(order: Order): OrderMoney {
  const { transactions } = order;
  const decimals = order.order.currency_decimals;
  const units = (rows: readonly TransactionRow[]) => sumOf(rows.map((row) => toUnits(row.amount, decimals)));
  const done = transactions.filter(({ status }) => status === "success");
  const payments = done.filter(isPayment);
  const authorizations = done.filter(({ kind }) => kind === "authorization");
  const byId = new Map(done.map((row) => [row.id, row]));
  const voids = done.filter(
    ({ kind, parent_id }) => kind === "void" && byId.get(parent_id ?? 0)?.kind === "authorization",
  );
  const refunds = done.filter(({ kind }) => kind === "refund").filter((refund) => !isUndone(order, refund));
  const of = (type: string, rows: readonly TransactionRow[]) =>
    rows.filter(({ gateway_type }) => gateway_type === type);
  const points = (rows: readonly TransactionRow[]) => rows.reduce((sum, row) => sum + (row.points ?? 0), 0);
  return {
    paid: units(payments),
    refunded: units(refunds),
    authorized: sumOf(authorizations.map((row) => leftOf(order, row))),
    voided: units(voids),
    pending: units(
      transactions.filter(
        (row) => row.status === "pending" && (isPayment(row) || row.kind === "authorization"),
      ),
    ),
    credit: units(of("credit", payments)) - units(of("credit", refunds)),
    points: points(of("point", payments)) - points(of("point", refunds)),
  };
}

const holds: Readonly<Record<FinancialStatus, (money: OrderMoney, total: bigint) => boolean>> = {
  refunded: ({ refunded, paid }) => refunded > 0n && refunded >= paid,
  partially_refunded: ({ refunded }) => refunded > 0n,
  paid: ({ paid }, total) => paid >= total,
  partially_paid: ({ paid }) => paid > 0n,
  authorized: ({ authorized }) => authorized > 0n,
  pending: ({ pending }) => pending > 0n,
  voided: ({ voided }) => voided > 0n,
  unpaid: () => true,
};

/** The financial status that follows from an order's transactions. @param total what is to be paid */
export function financialStatus(money: OrderMoney, total: bigint): FinancialStatus {
  return financialRules.find(({ status }) => holds[status](money, total))?.status ?? "unpaid";
}
