import type { OrderLine } from "../orders/order-queries.ts";

/** Return a line's name: its product and variant, as the platform writes it for fulfillments and returns. */
export function lineName({ product_name, variant_name }: Pick<OrderLine, "product_name" | "variant_name">) {
  return variant_name === null || variant_name === "" ? product_name : `${product_name} - ${variant_name}`;
}
