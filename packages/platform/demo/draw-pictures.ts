import { createHash } from "node:crypto";
import type { Queryable } from "@souk/database";
import type { FileStorage } from "../storage/index.ts";
import type { DrawPictures } from "./picture-cache.ts";
import type { DemoProduct } from "./products/demo-product.ts";

/** In the storage; on the files host the same path is the picture's address. */
const folder = "/demo/products";

/** A title as part of an address: `Half-Dipped Chopping Board` becomes `half-dipped-chopping-board`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

// A picture that the demo shop still shows; it may have deleted others.
const shownText = `
  select i.path from product_images i join stores s on s.id = i.store_id
  where s.handle = 'demo' and i.path like '${folder}/%' order by i.id limit 1`;

/** Whether the pictures lie in a storage, by one of those that the demo shop shows. */
export async function hasPictures(run: Queryable, storage: FileStorage): Promise<boolean> {
  const [shown] = (await run.query<{ path: string }>(shownText)).rows;
  return shown === undefined || (await storage.sizeOf(shown.path)) !== null;
}

// A file never changes under its name: the name carries a hash of what is in it.
async function keepPicture(storage: FileStorage, title: string, data: Buffer): Promise<string> {
  const hash = createHash("sha256").update(data).digest("hex").slice(0, 8);
  const path = `${folder}/${slugOf(title)}-${hash}.png`;
  await storage.put(path, data, "image/png");
  return path;
}

/**
 * Draws the picture of every product and colour into the storage.
 * @returns their paths by product title, in the order of the product's colours
 */
export async function drawPictures(
  storage: FileStorage,
  products: readonly DemoProduct[],
  draw: DrawPictures,
): Promise<ReadonlyMap<string, string[]>> {
  const drawn = new Map<string, string[]>();
  // One product at a time: a picture is two megabytes until it is packed.
  for (const product of products) {
    const { title, colours } = product;
    const pictures = await draw(product);
    const kept = pictures.map((data, at) => keepPicture(storage, `${title} ${colours[at]?.name}`, data));
    drawn.set(title, await Promise.all(kept));
  }
  return drawn;
}
