import type { OrderLine } from "../orders/order-queries.ts";

/**
 * Return the name of an order line, "product - variant", in the format that the API uses for fulfillments and
 * returns.
 */
export function getLineName({
  product_name,
  variant_name,
}: Pick<OrderLine, "product_name" | "variant_name">) {
  return variant_name === null || variant_name === "" ? product_name : `${product_name} - ${variant_name}`;
}
