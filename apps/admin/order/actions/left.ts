import type { Order, OrderLine } from "../../orders/order-queries.ts";
import { amountLeft } from "../amount.ts";

type Transaction = Order["transactions"][number];
type Money = Pick<Order, "total_paid" | "total_refund_amount">;
type Buyer = Pick<Order, "customer_id" | "currency_code">;
type Moved = Pick<Order, "transactions">;

/** What was paid and not given back. */
export function refundable({ total_paid, total_refund_amount }: Money): string {
  return amountLeft(total_paid, [total_refund_amount]);
}

/** Units of a line that a refund can put back: those that are still to be sent, and those that were sent and are with the buyer. */
export function restockable({ status }: Pick<Order, "status">, line: OrderLine): number {
  const { quantity, refunded_quantity, returned_quantity } = line;
  return status === "cancelled" ? 0 : quantity - refunded_quantity - returned_quantity;
}

/** What is left of a transaction: of an authorization to capture or void, of a payment to refund. */
export function leftOf({ transactions }: Moved, { id, kind, amount, status }: Transaction): string {
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

/** The payments that money can go back to, with what is left of each. */
export function paymentsLeft(order: Moved): (Transaction & { left: string })[] {
  return order.transactions
    .filter(({ kind }) => kind === "sale" || kind === "capture")
    .map((payment) => ({ ...payment, left: leftOf(order, payment) }))
    .filter(({ left }) => isSome(left));
}

/** Whether store credit can pay for an order: it is a customer's, in the currency of the shop. */
export function takesCredit({ customer_id, currency_code }: Buyer, shopCurrency: string): boolean {
  return customer_id !== null && currency_code === shopCurrency;
}

/** Whether an amount is more than another one, exactly. */
export function isMore(amount: string, other: string): boolean {
  return isSome(amountLeft(amount, [other]));
}

/** Whether an amount is more than nothing. */
export function isSome(amount: string): boolean {
  return Number(amount) > 0;
}
