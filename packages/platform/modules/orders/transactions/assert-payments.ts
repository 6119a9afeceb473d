import { fieldError, maxPayments, throwApiError } from "@souk/contract";
import { assertChildLimit } from "../assert-limits.ts";
import type { Order, TransactionRow } from "../order-rows.ts";

/** Assert that an order accepts payments. @throws ApiError `conflict` for `status` */
export function assertAcceptsPayments({ order }: Order): void {
  // guard cancelled-takes-money: with `"none"` instead of `"cancelled"`, cancelled-orders.test.ts fails at `a canceled order accepts only payments that were already pending`
  if (order.status !== "cancelled") return;
  throwApiError("conflict", {
    message: "The order is canceled and accepts no payments. Its earlier payments can be refunded.",
    fields: [fieldError("status", "conflict", { current: "cancelled" })],
  });
}

/**
 * The two limits on payments. Each limit ignores payments with one status. The suffix in an error message says which payments
 * count.
 */
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
    const countedPayments = payments.filter((payment) => payment.status !== ignoredStatus);
    const label = `sales, authorizations and captures${suffix}`;
    assertChildLimit(countedPayments, { field: "transactions", label, max: maxPayments });
  }
}
