import type { Order, OrderLine } from "../../orders/order-queries.ts";
import { subtractAmounts } from "../amount.ts";

type Transaction = Order["transactions"][number];
type PaidTotals = Pick<Order, "total_paid" | "total_refund_amount">;
type OrderTransactions = Pick<Order, "transactions">;

/** Compute the amount of an order that can be refunded: what was paid less what was refunded. */
export function computeRefundableAmount({ total_paid, total_refund_amount }: PaidTotals): string {
  return subtractAmounts(total_paid, [total_refund_amount]);
}

/**
 * Compute how many units of a line can be restocked with a refund: those that have been neither refunded nor returned. If
 * the order is canceled, no units can be restocked.
 */
export function computeRestockableUnits({ status }: Pick<Order, "status">, line: OrderLine): number {
  const { quantity, refunded_quantity, returned_quantity } = line;
  return status === "cancelled" ? 0 : quantity - refunded_quantity - returned_quantity;
}

/**
 * Compute the remaining amount of a transaction: of an authorization, what can still be captured or voided; of a
 * payment, what can still be refunded. It is 0 if the transaction is pending or failed.
 */
export function computeRemainingAmount(
  { transactions }: OrderTransactions,
  { id, kind, amount, status }: Transaction,
): string {
  // Return 0 with as many decimal places as the amount.
  if (status !== "success") return subtractAmounts(amount, [amount]);
  const consumingKinds = kind === "authorization" ? ["capture", "void"] : ["refund"];
  const isVoidedRefund = (transaction: Transaction) =>
    transaction.kind === "refund" &&
    transactions.some((other) => other.kind === "void" && other.parent_id === transaction.id);
  const consumingTransactions = transactions.filter(
    (other) =>
      other.parent_id === id &&
      other.status !== "failure" &&
      consumingKinds.includes(other.kind) &&
      !isVoidedRefund(other),
  );
  return subtractAmounts(
    amount,
    consumingTransactions.map((other) => other.amount),
  );
}

/** List the payments of an order that can be refunded, with the amount that can be refunded of each. */
export function listRefundablePayments(
  order: OrderTransactions,
): (Transaction & { remainingAmount: string })[] {
  return order.transactions
    .filter(({ kind }) => kind === "sale" || kind === "capture")
    .map((payment) => ({ ...payment, remainingAmount: computeRemainingAmount(order, payment) }))
    .filter(({ remainingAmount }) => isPositive(remainingAmount));
}

/** Return whether an order can be paid with store credit, which requires a customer and the store currency. */
export function canPayWithStoreCredit(
  { customer_id, currency_code }: Pick<Order, "customer_id" | "currency_code">,
  storeCurrency: string,
): boolean {
  return customer_id !== null && currency_code === storeCurrency;
}

/** Return whether an amount is greater than another, by exact comparison. */
export function isGreaterThan(amount: string, otherAmount: string): boolean {
  return isPositive(subtractAmounts(amount, [otherAmount]));
}

/** Return whether an amount is greater than 0. */
export function isPositive(amount: string): boolean {
  return Number(amount) > 0;
}
