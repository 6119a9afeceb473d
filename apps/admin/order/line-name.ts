import type { OrderLine } from "../orders/order-queries.ts";

/** What a line is called: its product, and which of its variants, as the platform writes it of shipments and returns. */
export function lineName({ product_name, variant_name }: Pick<OrderLine, "product_name" | "variant_name">) {
  return variant_name === null || variant_name === "" ? product_name : `${product_name} - ${variant_name}`;
}
