import { createHash } from "node:crypto";
import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderPictures } from "./pictures/render-picture.ts";
import type { DemoProduct } from "./products/demo-product.ts";

/** Below the files directory; on the files host the same path is the picture's address. */
const folder = "/demo/products";

/** A title as part of an address: `Half-Dipped Chopping Board` becomes `half-dipped-chopping-board`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Whether the pictures lie in a files directory. */
export async function hasPictures(filesDirectory: string): Promise<boolean> {
  return access(join(filesDirectory, folder)).then(
    () => true,
    () => false,
  );
}

async function writeWhole(path: string, data: Buffer): Promise<void> {
  await writeFile(`${path}.part`, data);
  await rename(`${path}.part`, path);
}

// A file never changes under its name: the name carries a hash of what is in it.
async function keepPicture(filesDirectory: string, title: string, data: Buffer): Promise<string> {
  const hash = createHash("sha256").update(data).digest("hex").slice(0, 8);
  const path = `${folder}/${slugOf(title)}-${hash}.png`;
  await writeWhole(join(filesDirectory, path), data);
  return path;
}

/**
 * Draws the picture of every product and colour into the files directory.
 * @returns their paths by product title, in the order of the product's colours
 */
export async function drawPictures(
  filesDirectory: string,
  products: readonly DemoProduct[],
): Promise<ReadonlyMap<string, string[]>> {
  await mkdir(join(filesDirectory, folder), { recursive: true });
  const drawn = new Map<string, string[]>();
  // One product at a time: a picture is two megabytes until it is packed.
  for (const { title, kind, ground, colours } of products) {
    const pictures = await renderPictures(kind, ground, colours);
    const kept = pictures.map((data, at) =>
      keepPicture(filesDirectory, `${title} ${colours[at]?.name}`, data),
    );
    drawn.set(title, await Promise.all(kept));
  }
  return drawn;
}
