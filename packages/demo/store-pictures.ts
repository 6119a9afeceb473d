import { createHash } from "node:crypto";
import type { Queryable } from "@souk/database";
import type { FileStorage } from "@souk/platform";
import type { RenderSvg } from "./picture-cache.ts";
import { drawImages } from "./pictures/render-picture.ts";
import type { DemoProduct } from "./products/demo-product.ts";

/** The folder in the storage; the files host serves a picture under the same path. */
const folder = "/demo/products";

/** Convert a title to a part of a URL: `Half-Dipped Chopping Board` becomes `half-dipped-chopping-board`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

// A picture that the demo store still shows; its people may have deleted others.
const shownText = `
  select i.path from product_images i join stores s on s.id = i.store_id
  where s.handle = 'demo' and i.path like '${folder}/%' order by i.id limit 1`;

/** Return whether the storage has the demo's pictures, by checking one that the demo store still shows. */
export async function hasImages(db: Queryable, storage: FileStorage): Promise<boolean> {
  const shown = await db.maybeOne<{ path: string }>(shownText);
  return shown === undefined || (await storage.getSize(shown.path)) !== null;
}

// The name contains a hash of the content, so a file never changes under its name.
async function keepImage(storage: FileStorage, title: string, data: Buffer): Promise<string> {
  const hash = createHash("sha256").update(data).digest("hex").slice(0, 8);
  const path = `${folder}/${slugOf(title)}-${hash}.png`;
  await storage.put(path, data, "image/png");
  return path;
}

/**
 * Put the picture of every product and color into the storage.
 * @returns their paths by product title, in the order of the product's colors
 */
export async function storePictures(
  storage: FileStorage,
  products: readonly DemoProduct[],
  render: RenderSvg,
): Promise<ReadonlyMap<string, string[]>> {
  const stored = new Map<string, string[]>();
  // One product at a time: a picture takes two megabytes until it is compressed.
  for (const { title, kind, background, colors } of products) {
    const drawn = drawImages(kind, background, colors);
    const paths = drawn.map(async (svg, index) =>
      keepImage(storage, `${title} ${colors[index]?.name}`, await render(svg)),
    );
    stored.set(title, await Promise.all(paths));
  }
  return stored;
}
