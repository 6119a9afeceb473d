import type { Level } from "../stock/stock-queries.ts";
import type { StockedProduct } from "./inventory-queries.ts";

/** A variant in the inventory: of which product, and what is where. */
export interface StockedVariant {
  product: StockedProduct;
  variant: StockedProduct["variants"][number];
  levels: readonly Level[];
}

/** What a variant is called outside of its product's page. */
export function fullName({ product, variant }: Pick<StockedVariant, "product" | "variant">): string {
  return variant.name === null || variant.name === "" ? product.title : `${product.title}, ${variant.name}`;
}
