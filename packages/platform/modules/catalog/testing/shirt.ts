import type { CatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import type { WholeProduct } from "./whole-product.ts";

/** Build the options of a variant that has only a size. */
export function buildSize(value: string): { name: string; value: string }[] {
  return [{ name: "Size", value }];
}

/** Create a product with the sizes S and M, each priced at 30.00 and with a stock of 5. */
export async function createShirt(fixture: CatalogFixture): Promise<WholeProduct> {
  const json = {
    title: "Shirt",
    variants: ["S", "M"].map((value) => ({ options: buildSize(value), price: "30", inventory_quantity: 5 })),
  };
  return (await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
}
