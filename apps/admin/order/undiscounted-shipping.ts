import type { Order } from "../orders/order-queries.ts";
import { addAmounts } from "./amount.ts";

/**
 * Compute an order's shipping cost before discounts on shipping. The page subtracts those discounts as part of the order's
 * total discount.
 */
export function computeUndiscountedShipping({
  total_shipping,
  discounts,
}: Pick<Order, "total_shipping" | "discounts">) {
  const shippingDiscounts = discounts.filter(({ type }) => type === "shipping").map(({ amount }) => amount);
  return addAmounts([total_shipping, ...shippingDiscounts]);
}
