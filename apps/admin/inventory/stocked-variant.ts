import type { Level } from "../stock/stock-queries.ts";
import type { StockedProduct } from "./inventory-queries.ts";

/** A variant in the inventory, with its product and its stock at each location. */
export interface StockedVariant {
  product: StockedProduct;
  variant: StockedProduct["variants"][number];
  levels: readonly Level[];
}

/** Return a variant's name for use outside its product's page. */
export function fullName({ product, variant }: Pick<StockedVariant, "product" | "variant">): string {
  return variant.name === null || variant.name === "" ? product.title : `${product.title}, ${variant.name}`;
}
