import { texts } from "../texts.ts";
import type { Product, Variant } from "./product-queries.ts";

/**
 * Return a variant's name, to be shown next to the product's title. If it has no name, return its SKU, or "Default variant"
 * if it has no SKU or is the product's only variant.
 */
export function getVariantName({ name, sku }: Pick<Variant, "name" | "sku">, { variants }: Product): string {
  if (name !== null && name !== "") return name;
  return variants.length === 1 || sku === "" ? texts.product.stock.only : sku;
}
