import { type FieldError, fieldError } from "@souk/contract";
import { formatMinorUnits, sumUnits } from "../amounts.ts";
import type { Order, TransactionRow } from "../order-rows.ts";
import { readAmount } from "../placing/read-amount.ts";
import { findRemaining, formatRemaining, type Remaining } from "../transactions/payments-left.ts";

/** The money that a refund returns, with its payment. */
export interface RefundMoney {
  payment: TransactionRow;
  /** The amount in the smallest unit of the order's currency. */
  units: bigint;
}

/** The money that a request wants to refund. */
export interface RefundRequest {
  /** The amount in the smallest unit of the order's currency; null: everything left. */
  units: bigint | null;
  /** The id of the payment; undefined: the newest payment with enough left. */
  payment_id: number | undefined;
  /** The names of the two fields in the request. */
  names: { amount: string; payment_id: string };
}

const payments = ["sale", "capture"] as const;

function chooseFromPayment(
  order: Order,
  { request, errors }: { request: RefundRequest; errors: FieldError[] },
  units: bigint | null,
): RefundMoney | null {
  const { names, payment_id } = request;
  const decimals = order.order.currency_decimals;
  const payment = order.transactions.find(({ id }) => id === payment_id);
  if (!payment || (payment.kind !== "sale" && payment.kind !== "capture")) {
    errors.push(fieldError(names.payment_id, "not_found", { resource: "transaction", of: "order" }));
    return null;
  }
  const left = findRemaining(order, payments).find(({ row }) => row.id === payment.id)?.left ?? 0n;
  if (left === 0n) {
    errors.push(
      payment.status === "success"
        ? fieldError(
            names.payment_id,
            "insufficient_funds",
            { available: 0 },
            "{field} has nothing left to refund.",
          )
        : fieldError(names.payment_id, "conflict", { current: payment.status }),
    );
    return null;
  }
  // guard: refund-limit: refunds.test.ts a refund uses the newest payment with enough left and cannot exceed a payment
  if (units !== null && units > left) {
    const available = formatMinorUnits(left, decimals);
    const sentence = `{field} must be at most ${available}, what is left of transaction ${payment.id}.`;
    errors.push(fieldError(names.amount, "insufficient_funds", { available }, sentence));
    return null;
  }
  return { payment, units: units ?? left };
}

function chooseNewestPayment(
  order: Order,
  { request, errors }: { request: RefundRequest; errors: FieldError[] },
  sent: bigint | null,
): RefundMoney | null {
  const remaining = findRemaining(order, payments);
  const all = sumUnits(remaining.map(({ left }) => left));
  const units = sent ?? all;
  const shown = formatMinorUnits(all, order.order.currency_decimals);
  if (all === 0n || units > all) {
    const sentence =
      all === 0n
        ? "Nothing is left to refund."
        : `{field} must be at most ${shown}, the amount paid and not refunded.`;
    errors.push(fieldError(request.names.amount, "insufficient_funds", { available: shown }, sentence));
    return null;
  }
  const enough: Remaining | undefined = remaining.findLast(({ left }) => left >= units);
  if (enough) return { payment: enough.row, units };
  errors.push(
    fieldError(
      request.names.payment_id,
      "required",
      {},
      `{field} is required, because no single payment has that much left: ${formatRemaining(order, remaining)}.`,
    ),
  );
  return null;
}

/** Read the sent amount; null if none was sent. An invalid amount is added to the errors. */
export function readRefundAmount(
  sent: string | number | undefined,
  { order, path }: { order: Order; path: string },
  errors: FieldError[],
): bigint | null {
  const { currency_code, currency_decimals: decimals } = order.order;
  return sent === undefined ? null : readAmount(path, sent, { currency_code, decimals, errors });
}

/** Choose the payment and amount to refund; if the request is invalid, add its errors and return null. */
export function chooseRefundMoney(
  order: Order,
  request: RefundRequest,
  errors: FieldError[],
): RefundMoney | null {
  const { units, names } = request;
  if (errors.some(({ path }) => path === names.amount)) return null;
  if (units === 0n) {
    errors.push(fieldError(names.amount, "out_of_range", { greater_than: 0 }));
    return null;
  }
  const context = { request, errors };
  return request.payment_id === undefined
    ? chooseNewestPayment(order, context, units)
    : chooseFromPayment(order, context, units);
}
