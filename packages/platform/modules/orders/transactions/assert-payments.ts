import { fieldError, maxPayments, throwApiError } from "@souk/contract";
import { assertChildLimit } from "../assert-limits.ts";
import type { Order, TransactionRow } from "../order-rows.ts";

/** Assert that an order accepts payments. @throws ApiError `conflict` for `status` */
export function assertAcceptsPayments({ order }: Order): void {
  // guard: cancelled-takes-money replacing `"cancelled"` with `"none"`: cancelled-orders.test.ts a canceled order accepts only payments that were already pending
  if (order.status !== "cancelled") return;
  throwApiError("conflict", {
    message: "The order is canceled and accepts no payments. Its earlier payments can be refunded.",
    fields: [fieldError("status", "conflict", { current: "cancelled" })],
  });
}

/** The two limits on payments: the status of payments that the limit ignores, and words that describe the other payments. */
const limits = [
  { ignoredStatus: "failure", suffix: "" },
  { ignoredStatus: "success", suffix: " that failed or are pending" },
] as const;

/**
 * Assert that an order can have one more sale, authorization or capture. Failed payments have a separate limit, so that
 * they never block a successful payment. Pending payments can still succeed or fail, so both limits count them.
 * @throws ApiError `conflict` for `transactions`
 */
export function assertPaymentLimit(
  { transactions }: Order,
  { status }: Pick<TransactionRow, "status">,
): void {
  const payments = transactions.filter(({ kind }) => kind !== "refund" && kind !== "void");
  for (const { ignoredStatus, suffix } of limits) {
    if (status === ignoredStatus) continue;
    const counted = payments.filter((payment) => payment.status !== ignoredStatus);
    const label = `sales, authorizations and captures${suffix}`;
    assertChildLimit(counted, { field: "transactions", label, max: maxPayments });
  }
}
