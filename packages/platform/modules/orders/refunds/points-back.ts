import { toMinorUnits } from "../amounts.ts";
import { getRemainingAmount, isUndone } from "../order-money.ts";
import type { Order, TransactionRow } from "../order-rows.ts";

/**
 * Compute the loyalty points to return with a part of a payment: in proportion, rounded down; with the
 * payment's last part, all remaining points. Null if the payment was not made with points.
 * @param units of the payment's amount, in the smallest unit of its currency
 */
export function computePointsToReturn(order: Order, payment: TransactionRow, units: bigint): number | null {
  if (payment.points === null) return null;
  const returned = order.transactions
    .filter(
      ({ kind, parent_id, status }) => kind === "refund" && parent_id === payment.id && status === "success",
    )
    .filter((refund) => !isUndone(order, refund))
    .reduce((sum, { points }) => sum + (points ?? 0), 0);
  const remaining = payment.points - returned;
  if (units >= getRemainingAmount(order, payment)) return remaining;
  const total = toMinorUnits(payment.amount, order.order.currency_decimals);
  return Math.min(remaining, Number((BigInt(payment.points) * units) / total));
}
