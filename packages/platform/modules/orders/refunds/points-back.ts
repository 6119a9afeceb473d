import { toUnits } from "../amounts.ts";
import { isUndone, leftOf } from "../order-money.ts";
import type { Order, TransactionRow } from "../order-rows.ts";

/**
 * The loyalty points that go back with a part of a payment: in proportion, rounded down, and all that have not gone back with
 * the last of it. Null where it was not paid with points.
 * @param units of the payment's amount, in the smallest unit of its currency
 */
export function pointsBack(order: Order, payment: TransactionRow, units: bigint): number | null {
  if (payment.points === null) return null;
  const given = order.transactions
    .filter(
      ({ kind, parent_id, status }) => kind === "refund" && parent_id === payment.id && status === "success",
    )
    .filter((refund) => !isUndone(order, refund))
    .reduce((sum, { points }) => sum + (points ?? 0), 0);
  const rest = payment.points - given;
  if (units >= leftOf(order, payment)) return rest;
  const whole = toUnits(payment.amount, order.order.currency_decimals);
  return Math.min(rest, Number((BigInt(payment.points) * units) / whole));
}
