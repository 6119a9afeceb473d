import type { Transaction } from "@souk/database";
import { insertCollection, insertCollects } from "@souk/platform/modules/catalog";
import type { DemoProduct } from "../products/demo-product.ts";
import { toSlug } from "../store-images.ts";
import { demoCollections } from "./demo-collections.ts";

/** A product that was created in the demo store. */
export interface CreatedProduct {
  id: number;
  product: DemoProduct;
  /** The URL path of the product's first image on the files host. */
  image: string | null;
}

/** Create the collections of the demo store and add its products to them. */
export async function createDemoCollections(
  tx: Transaction,
  store: { id: number },
  products: readonly CreatedProduct[],
): Promise<void> {
  const idsByTitle = new Map<string, number>();
  for (const { title, description, parent, imageProductTitle, includes } of demoCollections) {
    const imageProduct = products.find(({ product }) => product.title === imageProductTitle);
    const collection_id = await insertCollection(tx, store, {
      title,
      handle: toSlug(title),
      description,
      body_html: `<p>${description}</p>`,
      image_url: imageProduct?.image ?? null,
      position: null,
      is_published: true,
      parent_id: (parent === undefined ? undefined : idsByTitle.get(parent)) ?? null,
    });
    if (collection_id === null) throw new Error(`Two collections of the demo have the handle of ${title}.`);
    idsByTitle.set(title, collection_id);
    const product_ids = products.filter(({ product }) => includes(product)).map(({ id }) => id);
    await insertCollects(tx, store, { collection_id, product_ids });
  }
}
