import type { Order, OrderLine } from "../../orders/order-queries.ts";
import { amountLeft } from "../amount.ts";

type Transaction = Order["transactions"][number];
type Money = Pick<Order, "total_paid" | "total_refund_amount">;
type Buyer = Pick<Order, "customer_id" | "currency_code">;
type Moved = Pick<Order, "transactions">;

/** Return what was paid and not refunded. */
export function refundable({ total_paid, total_refund_amount }: Money): string {
  return amountLeft(total_paid, [total_refund_amount]);
}

/**
 * Return the units of a line that a refund can restock: those not yet shipped, and those shipped and still
 * with the buyer.
 */
export function restockable({ status }: Pick<Order, "status">, line: OrderLine): number {
  const { quantity, refunded_quantity, returned_quantity } = line;
  return status === "cancelled" ? 0 : quantity - refunded_quantity - returned_quantity;
}

/** Return the remainder of a transaction: of an authorization to capture or void, of a payment to refund. */
export function computeRemaining({ transactions }: Moved, { id, kind, amount, status }: Transaction): string {
  if (status !== "success") return amountLeft(amount, [amount]);
  const taking = kind === "authorization" ? ["capture", "void"] : ["refund"];
  const isUndone = (refund: Transaction) =>
    transactions.some((other) => other.kind === "void" && other.parent_id === refund.id);
  const taken = transactions.filter(
    (other) =>
      other.parent_id === id &&
      other.status !== "failure" &&
      taking.includes(other.kind) &&
      !(other.kind === "refund" && isUndone(other)),
  );
  return amountLeft(
    amount,
    taken.map((other) => other.amount),
  );
}

/** Return the payments that can be refunded, each with its remainder. */
export function paymentsLeft(order: Moved): (Transaction & { left: string })[] {
  return order.transactions
    .filter(({ kind }) => kind === "sale" || kind === "capture")
    .map((payment) => ({ ...payment, left: computeRemaining(order, payment) }))
    .filter(({ left }) => isPositive(left));
}

/** Return whether store credit can pay for an order: it has a customer and is in the store's currency. */
export function takesCredit({ customer_id, currency_code }: Buyer, storeCurrency: string): boolean {
  return customer_id !== null && currency_code === storeCurrency;
}

/** Return whether an amount is greater than another, exactly. */
export function isMore(amount: string, other: string): boolean {
  return isPositive(amountLeft(amount, [other]));
}

/** Return whether an amount is greater than 0. */
export function isPositive(amount: string): boolean {
  return Number(amount) > 0;
}
