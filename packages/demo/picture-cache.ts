import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderSvg } from "./pictures/render-picture.ts";

/** Turns an SVG document into a PNG, the same bytes every time. */
export type RenderSvg = (svg: string) => Promise<Buffer>;

/**
 * Create a renderer that keeps what it has rendered for further databases: all pictures take more than a second of a core.
 * @param folder that of a cache, which may be lost; where it cannot be written everything is rendered each time
 */
export function createCachedRenderer(folder: string): RenderSvg {
  return async (svg) => {
    const path = join(folder, `${createHash("sha256").update(svg).digest("hex")}.png`);
    try {
      return await readFile(path);
    } catch {
      const data = await renderSvg(svg);
      await keep(path, data, folder).catch(() => undefined);
      return data;
    }
  };
}

/** A file comes whole under its name: another process may read it meanwhile. */
async function keep(path: string, data: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = `${path}.${randomUUID()}`;
  await writeFile(part, data);
  await rename(part, path);
}
