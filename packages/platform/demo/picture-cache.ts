import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderPictures } from "./pictures/render-picture.ts";
import type { DemoProduct } from "./products/demo-product.ts";

/** Draws the pictures of a product, in the order of its colours. */
export type DrawPictures = (product: Pick<DemoProduct, "kind" | "ground" | "colours">) => Promise<Buffer[]>;

export const drawAnew: DrawPictures = ({ kind, ground, colours }) => renderPictures(kind, ground, colours);

const drawingsFolder = join(import.meta.dirname, "pictures");

/** Other drawings make other pictures. */
async function hashOfDrawings(): Promise<string> {
  const names = (await readdir(drawingsFolder)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(drawingsFolder, name))));
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return hash.digest("hex");
}

/**
 * Keeps what was drawn for further databases: all pictures take five seconds of a core, and are the same bytes every time.
 * @param folder that of a cache, which may be lost; where it cannot be written everything is drawn anew
 */
export async function cachedDrawing(folder: string): Promise<DrawPictures> {
  const drawings = await hashOfDrawings();
  return async (product) => {
    const { kind, ground, colours } = product;
    const key = createHash("sha256")
      .update(JSON.stringify([drawings, kind, ground, colours]))
      .digest("hex");
    const paths = colours.map((_, at) => join(folder, `${key}-${at}.png`));
    try {
      return await Promise.all(paths.map((path) => readFile(path)));
    } catch {
      const drawn = await drawAnew(product);
      await Promise.all(drawn.map((data, at) => keep(folder, paths[at] ?? "", data))).catch(() => undefined);
      return drawn;
    }
  };
}

/** A file comes whole under its name: another process may read it meanwhile. */
async function keep(folder: string, path: string, data: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = `${path}.${randomUUID()}`;
  await writeFile(part, data);
  await rename(part, path);
}
