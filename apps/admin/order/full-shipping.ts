import type { Order } from "../orders/order-queries.ts";
import { amountSum } from "./amount.ts";

/**
 * Return the shipping cost before its own discounts: these are part of the order's discounts and subtracted
 * there.
 */
export function fullShipping({ total_shipping, discounts }: Pick<Order, "total_shipping" | "discounts">) {
  const off = discounts.filter(({ type }) => type === "shipping").map(({ amount }) => amount);
  return amountSum([total_shipping, ...off]);
}
