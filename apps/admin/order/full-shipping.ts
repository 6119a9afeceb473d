import type { Order } from "../orders/order-queries.ts";
import { amountSum } from "./amount.ts";

/** What shipping costs before its own discounts: these are among the order's discounts, and are taken off there. */
export function fullShipping({ total_shipping, discounts }: Pick<Order, "total_shipping" | "discounts">) {
  const off = discounts.filter(({ type }) => type === "shipping").map(({ amount }) => amount);
  return amountSum([total_shipping, ...off]);
}
