import type { FieldError } from "@souk/contract";
import { fromUnits, sumOf } from "../amounts.ts";
import type { Order, TransactionRow } from "../order-rows.ts";
import { readAmount } from "../placing/read-amount.ts";
import { namedRemaining, type Remaining, remainingOf } from "../transactions/payments-left.ts";

/** The money that a refund gives back, and of which payment. */
export interface RefundMoney {
  payment: TransactionRow;
  /** In the smallest unit of the order's currency. */
  units: bigint;
}

/** What is asked to be given back. */
export interface AskedMoney {
  /** In the smallest unit of the order's currency; null: all that is left. */
  units: bigint | null;
  /** The payment; undefined: whichever has that much left. */
  payment_id: number | undefined;
  /** What the two are called where they were sent. */
  names: { amount: string; payment_id: string };
}

const payments = ["sale", "capture"] as const;

function ofPayment(
  order: Order,
  { asked, faults }: { asked: AskedMoney; faults: FieldError[] },
  units: bigint | null,
): RefundMoney | null {
  const { names, payment_id } = asked;
  const decimals = order.order.currency_decimals;
  const payment = order.transactions.find(({ id }) => id === payment_id);
  if (!payment || (payment.kind !== "sale" && payment.kind !== "capture")) {
    faults.push({ path: names.payment_id, message: "is no sale or capture of this order" });
    return null;
  }
  const left = remainingOf(order, payments).find(({ row }) => row.id === payment.id)?.left ?? 0n;
  if (left === 0n) {
    const message = payment.status === "success" ? "has nothing left to refund" : `is ${payment.status}`;
    faults.push({ path: names.payment_id, message });
    return null;
  }
  if (units !== null && units > left) {
    const message = `is more than the ${fromUnits(left, decimals)} that are left of transaction ${payment.id}`;
    faults.push({ path: names.amount, message });
    return null;
  }
  return { payment, units: units ?? left };
}

function ofNewest(
  order: Order,
  { asked, faults }: { asked: AskedMoney; faults: FieldError[] },
  sent: bigint | null,
): RefundMoney | null {
  const remaining = remainingOf(order, payments);
  const all = sumOf(remaining.map(({ left }) => left));
  const units = sent ?? all;
  const shown = fromUnits(all, order.order.currency_decimals);
  if (all === 0n || units > all) {
    const message =
      all === 0n ? "cannot be refunded: nothing is paid" : `is more than the ${shown} that are paid`;
    faults.push({ path: asked.names.amount, message: `${message} and not refunded` });
    return null;
  }
  const enough: Remaining | undefined = remaining.findLast(({ left }) => left >= units);
  if (enough) return { payment: enough.row, units };
  faults.push({
    path: asked.names.payment_id,
    message: `is needed: no one payment has that much left, but ${namedRemaining(order, remaining)}`,
  });
  return null;
}

/** An amount as it was sent; null: none was. What is wrong is added to the faults. */
export function sentUnits(
  sent: string | number | undefined,
  { order, path }: { order: Order; path: string },
  faults: FieldError[],
): bigint | null {
  const { currency_code, currency_decimals: decimals } = order.order;
  return sent === undefined ? null : readAmount(path, sent, { currency_code, decimals, faults });
}

/** The money that a refund gives back; what is wrong is added to the faults, and is null. */
export function refundMoney(order: Order, asked: AskedMoney, faults: FieldError[]): RefundMoney | null {
  const { units, names } = asked;
  if (faults.some(({ path }) => path === names.amount)) return null;
  if (units === 0n) {
    faults.push({ path: names.amount, message: "must be more than 0" });
    return null;
  }
  const on = { asked, faults };
  return asked.payment_id === undefined ? ofNewest(order, on, units) : ofPayment(order, on, units);
}
