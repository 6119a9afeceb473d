import type { Product, Variant } from "./product-queries.ts";
import { strings } from "./strings.ts";

/** What a variant is called beside its product. */
export function variantName({ name, sku }: Pick<Variant, "name" | "sku">, { variants }: Product): string {
  if (name !== null && name !== "") return name;
  return variants.length === 1 || sku === "" ? strings.stock.only : sku;
}
