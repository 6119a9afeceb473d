import { fieldError, maxPayments, throwApiError } from "@souk/contract";
import { assertPartRoom } from "../assert-room.ts";
import type { Order, TransactionRow } from "../order-rows.ts";

/** Assert that an order accepts payments. @throws ApiError conflict naming the status */
export function assertAcceptsPayments({ order }: Order): void {
  // guard: cancelled-takes-money with `"none"` for `"cancelled"`: cancelled-orders.test.ts a cancelled order accepts only payments that were pending before
  if (order.status !== "cancelled") return;
  throwApiError("conflict", {
    message: "The order is cancelled and accepts no payments. Payments it already has can be refunded.",
    fields: [fieldError("status", "conflict", { current: "cancelled" })],
  });
}

/** The two limits of payments: the status that does not count towards the limit, and how the error describes the others. */
const limits = [
  { ignoredStatus: "failure", suffix: "" },
  { ignoredStatus: "success", suffix: " that failed or are pending" },
] as const;

/**
 * Assert that an order can have one more sale, authorization or capture. Failed payments have their own limit,
 * so that they never block a successful payment. A pending payment may end either way and counts for both limits.
 * @throws ApiError conflict
 */
export function assertTransactionRoom(
  { transactions }: Order,
  { status }: Pick<TransactionRow, "status">,
): void {
  const payments = transactions.filter(({ kind }) => kind !== "refund" && kind !== "void");
  for (const { ignoredStatus, suffix } of limits) {
    if (status === ignoredStatus) continue;
    const counted = payments.filter((payment) => payment.status !== ignoredStatus);
    const called = `sales, authorizations and captures${suffix}`;
    assertPartRoom(counted, { name: "transactions", called, max: maxPayments });
  }
}
