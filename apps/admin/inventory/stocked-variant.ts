import type { Level } from "../stock/stock-queries.ts";
import type { ListedProduct } from "./inventory-queries.ts";

/** A variant on the inventory page, with its product and its stock levels. */
export interface StockedVariant {
  product: ListedProduct;
  variant: ListedProduct["variants"][number];
  levels: readonly Level[];
}

/** Return the product's title followed by the variant's name, if it has one. */
export function getFullVariantName({
  product,
  variant,
}: Pick<StockedVariant, "product" | "variant">): string {
  return variant.name === null || variant.name === "" ? product.title : `${product.title}, ${variant.name}`;
}
