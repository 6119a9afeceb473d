import { toMinorUnits } from "../amounts.ts";
import { computeRemainingAmount, isRefundCanceled } from "../order-money.ts";
import type { Order, TransactionRow } from "../order-rows.ts";

/**
 * Compute how many loyalty points to refund when an amount of a payment is refunded. The points are in proportion to the
 * amount, rounded down. If the amount is the whole remaining amount, all remaining points are refunded.
 * @param amount the amount to refund, in the smallest unit of the order's currency
 * @returns null if the payment was not made with points
 */
export function computePointsToRefund(order: Order, payment: TransactionRow, amount: bigint): number | null {
  if (payment.points === null) return null;
  const refundedPoints = order.transactions
    .filter(
      ({ kind, parent_id, status }) => kind === "refund" && parent_id === payment.id && status === "success",
    )
    .filter((refund) => !isRefundCanceled(order, refund))
    .reduce((sum, { points }) => sum + (points ?? 0), 0);
  const remainingPoints = payment.points - refundedPoints;
  if (amount >= computeRemainingAmount(order, payment)) return remainingPoints;
  const total = toMinorUnits(payment.amount, order.order.currency_decimals);
  return Math.min(remainingPoints, Number((BigInt(payment.points) * amount) / total));
}
