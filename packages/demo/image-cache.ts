import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderSvg } from "./drawings/render-image.ts";

/** Renders an SVG document as PNG. The same document always results in the same bytes. */
export type RenderSvg = (svg: string) => Promise<Buffer>;

/**
 * Create a renderer that caches images in a folder, so that demo data in another database can reuse them. Rendering all images
 * takes more than a second.
 * @param folder the folder of the cache; if it is not writable, images that it does not have are rendered each time
 */
export function createCachingRenderer(folder: string): RenderSvg {
  return async (svg) => {
    const path = join(folder, `${createHash("sha256").update(svg).digest("hex")}.png`);
    try {
      return await readFile(path);
    } catch {
      const data = await renderSvg(svg);
      await writeToCache(path, data, folder).catch(() => undefined);
      return data;
    }
  };
}

/** Write a file under a temporary name and rename it, so that another process never reads an incomplete file. */
async function writeToCache(path: string, data: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const temporaryPath = `${path}.${randomUUID()}`;
  await writeFile(temporaryPath, data);
  await rename(temporaryPath, path);
}
