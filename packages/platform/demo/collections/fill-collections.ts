import type { Transaction } from "@souk/database";
import { insertCollection, insertCollects } from "../../modules/catalog/index.ts";
import { slugOf } from "../draw-pictures.ts";
import type { DemoProduct } from "../products/demo-product.ts";
import { demoCollections } from "./demo-collections.ts";

/** A product of the demo as it was made. */
export interface StockedProduct {
  id: number;
  product: DemoProduct;
  /** Where its first picture lies on the files host. */
  picture: string | null;
}

/** Makes the collections of the demo shop, with its products in them. */
export async function fillCollections(
  tx: Transaction,
  shop: { id: number },
  products: readonly StockedProduct[],
): Promise<void> {
  const made = new Map<string, number>();
  for (const { title, description, parent, picture, holds } of demoCollections) {
    const collection_id = await insertCollection(tx, shop, {
      title,
      handle: slugOf(title),
      description,
      body_html: `<p>${description}</p>`,
      image_url: products.find(({ product }) => product.title === picture)?.picture ?? null,
      position: null,
      is_published: true,
      parent_id: (parent === undefined ? undefined : made.get(parent)) ?? null,
    });
    if (collection_id === null) throw new Error(`Two collections of the demo have the handle of ${title}.`);
    made.set(title, collection_id);
    const product_ids = products.filter(({ product }) => holds(product)).map(({ id }) => id);
    await insertCollects(tx, shop, { collection_id, product_ids });
  }
}
