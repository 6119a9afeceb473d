import { type FieldError, fieldError } from "@souk/contract";
import { formatMinorUnits, sumBigints } from "../amounts.ts";
import type { Order, TransactionRow } from "../order-rows.ts";
import { readAmount } from "../placing/read-amount.ts";
import {
  formatRemainingTransactions,
  listRemainingTransactions,
  type RemainingTransaction,
} from "../transactions/remaining-transactions.ts";

/** The payment that a refund belongs to, and the amount to refund. */
export interface RefundMoney {
  payment: TransactionRow;
  /** The amount in the smallest unit of the order's currency. */
  amount: bigint;
}

/** The amount and the payment to refund, as a client requests them. */
export interface RefundRequest {
  /** The amount in the smallest unit of the order's currency; null for the whole remaining amount. */
  amount: bigint | null;
  /** The id of the payment; undefined for the newest payment whose remaining amount is sufficient. */
  payment_id: number | undefined;
  /** The names of the two fields in the request. */
  names: { amount: string; payment_id: string };
}

const paymentKinds = ["sale", "capture"] as const;

function chooseRequestedPayment(
  order: Order,
  { request, errors }: { request: RefundRequest; errors: FieldError[] },
  amount: bigint | null,
): RefundMoney | null {
  const { names, payment_id } = request;
  const decimals = order.order.currency_decimals;
  const payment = order.transactions.find(({ id }) => id === payment_id);
  if (!payment || (payment.kind !== "sale" && payment.kind !== "capture")) {
    errors.push(fieldError(names.payment_id, "not_found", { resource: "transaction", of: "order" }));
    return null;
  }
  const candidates = listRemainingTransactions(order, paymentKinds);
  const remaining = candidates.find(({ row }) => row.id === payment.id)?.remaining ?? 0n;
  if (remaining === 0n) {
    errors.push(
      payment.status === "success"
        ? fieldError(
            names.payment_id,
            "insufficient_funds",
            { available: 0 },
            "{field} is a payment that has no amount left to refund.",
          )
        : fieldError(names.payment_id, "conflict", { current: payment.status }),
    );
    return null;
  }
  // guard refund-limit: without it, refunds.test.ts fails at `a refund refunds only one payment, by default the newest one that covers the amount`
  if (amount !== null && amount > remaining) {
    const available = formatMinorUnits(remaining, decimals);
    const sentence = `{field} must be at most ${available}, which is left to refund on transaction ${payment.id}.`;
    errors.push(fieldError(names.amount, "insufficient_funds", { available }, sentence));
    return null;
  }
  return { payment, amount: amount ?? remaining };
}

function chooseNewestPayment(
  order: Order,
  { request, errors }: { request: RefundRequest; errors: FieldError[] },
  requestedAmount: bigint | null,
): RefundMoney | null {
  const candidates = listRemainingTransactions(order, paymentKinds);
  const total = sumBigints(candidates.map(({ remaining }) => remaining));
  const amount = requestedAmount ?? total;
  const available = formatMinorUnits(total, order.order.currency_decimals);
  if (total === 0n || amount > total) {
    const sentence =
      total === 0n
        ? "The order has no amount left to refund."
        : `{field} must be at most ${available}, the amount that was paid and not refunded.`;
    errors.push(fieldError(request.names.amount, "insufficient_funds", { available }, sentence));
    return null;
  }
  const match: RemainingTransaction | undefined = candidates.findLast(({ remaining }) => remaining >= amount);
  if (match) return { payment: match.row, amount };
  errors.push(
    fieldError(
      request.names.payment_id,
      "required",
      {},
      `{field} is required, because no single payment has this amount left to refund. Amounts left, by transaction ID: ${formatRemainingTransactions(order, candidates)}.`,
    ),
  );
  return null;
}

/** Read the requested amount. For an invalid amount, add an error. @returns null if no amount was sent */
export function readRefundAmount(
  value: string | number | undefined,
  { order, path }: { order: Order; path: string },
  errors: FieldError[],
): bigint | null {
  const { currency_code, currency_decimals: decimals } = order.order;
  return value === undefined ? null : readAmount(path, value, { currency_code, decimals, errors });
}

/** Choose the payment and the amount to refund. If the request is invalid, add errors and return null. */
export function chooseRefundMoney(
  order: Order,
  request: RefundRequest,
  errors: FieldError[],
): RefundMoney | null {
  const { amount, names } = request;
  if (errors.some(({ path }) => path === names.amount)) return null;
  if (amount === 0n) {
    errors.push(fieldError(names.amount, "out_of_range", { greater_than: 0 }));
    return null;
  }
  const context = { request, errors };
  return request.payment_id === undefined
    ? chooseNewestPayment(order, context, amount)
    : chooseRequestedPayment(order, context, amount);
}
