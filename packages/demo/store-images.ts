import { createHash } from "node:crypto";
import type { Queryable } from "@souk/database";
import type { FileStorage } from "@souk/platform";
import { drawImages } from "./drawings/render-image.ts";
import type { RenderSvg } from "./image-cache.ts";
import type { DemoProduct } from "./products/demo-product.ts";

/** The folder of the images in the storage. The files host serves each image at the same path. */
const folder = "/demo/products";

/** Convert a title to a URL segment: `Half-Dipped Chopping Board` becomes `half-dipped-chopping-board`. */
export function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

// Find an image that the demo store still has, because the store's members may have deleted other images.
const findRemainingImageSql = `
  select i.path from product_images i join stores s on s.id = i.store_id
  where s.handle = 'demo' and i.path like '${folder}/%' order by i.id limit 1`;

/**
 * Return whether the storage has the demo's images, by checking one that the demo store still has. If the demo store has none,
 * return true.
 */
export async function hasImages(db: Queryable, storage: FileStorage): Promise<boolean> {
  const remainingImage = await db.maybeOne<{ path: string }>(findRemainingImageSql);
  return remainingImage === undefined || (await storage.getSize(remainingImage.path)) !== null;
}

// The path contains a hash of the content, so the file at a path never changes.
async function storeImage(storage: FileStorage, title: string, data: Buffer): Promise<string> {
  const hash = createHash("sha256").update(data).digest("hex").slice(0, 8);
  const path = `${folder}/${toSlug(title)}-${hash}.png`;
  await storage.put(path, data, "image/png");
  return path;
}

/**
 * Render and store an image of every product in each of its colors.
 * @returns the paths of the images by product title, in the order of the product's colors
 */
export async function storeImages(
  storage: FileStorage,
  products: readonly DemoProduct[],
  render: RenderSvg,
): Promise<ReadonlyMap<string, string[]>> {
  const pathsByTitle = new Map<string, string[]>();
  // Only one product's images are rendered at a time, because an uncompressed image takes two megabytes of memory.
  for (const { title, kind, background, colors } of products) {
    const svgs = drawImages(kind, background, colors);
    const paths = svgs.map(async (svg, index) =>
      storeImage(storage, `${title} ${colors[index]?.name}`, await render(svg)),
    );
    pathsByTitle.set(title, await Promise.all(paths));
  }
  return pathsByTitle;
}
