import type { Transaction } from "@souk/database";
import { insertCollection, insertCollects } from "@souk/platform/modules/catalog";
import type { DemoProduct } from "../products/demo-product.ts";
import { slugOf } from "../store-pictures.ts";
import { demoCollections } from "./demo-collections.ts";

/** A product that the demo has created. */
export interface StockedProduct {
  id: number;
  product: DemoProduct;
  /** The URL path of its first picture on the files host. */
  picture: string | null;
}

/** Create the collections of the demo store and add its products to them. */
export async function fillCollections(
  tx: Transaction,
  store: { id: number },
  products: readonly StockedProduct[],
): Promise<void> {
  const made = new Map<string, number>();
  for (const { title, description, parent, picture, holds } of demoCollections) {
    const collection_id = await insertCollection(tx, store, {
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
    await insertCollects(tx, store, { collection_id, product_ids });
  }
}
