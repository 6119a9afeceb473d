import { texts } from "../texts.ts";
import type { Product, Variant } from "./product-queries.ts";

/** Return a variant's name, to be shown next to its product's; without a name, its SKU or "Default variant". */
export function getVariantName({ name, sku }: Pick<Variant, "name" | "sku">, { variants }: Product): string {
  if (name !== null && name !== "") return name;
  return variants.length === 1 || sku === "" ? texts.product.stock.only : sku;
}
