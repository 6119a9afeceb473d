import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import type { FileStorage } from "../storage/file-storage.ts";
import { imageLimits, type RenditionWidth, renditionWidths } from "./image-limits.ts";
import type { ImageQueue } from "./image-queue.ts";

/** Resized copies of the stored images. */
export interface Renditions {
  /**
   * Make sure that a resized image is stored; it is made at the first request for it.
   * @returns its path, or null when there is no image at this one
   * @throws ApiError unavailable when too many are being made
   */
  getPath(path: string, width: RenditionWidth): Promise<string | null>;
}

/** The folder of files that can be made again; its paths are never requested directly. */
export const renditionsFolder = "/renditions/";

function renditionPath(path: string, width: RenditionWidth): string {
  return `${renditionsFolder}${width}${path}.webp`;
}

/** List every path at which a resized copy of a file can be stored. */
export function listRenditionPaths(path: string): string[] {
  return renditionWidths.map((width) => renditionPath(path, width));
}

/**
 * Render an image at most this wide, as WebP; of an animation the first frame. Null when the file is not an
 * image: stored files may be older than the check.
 */
async function render(image: Buffer, width: RenditionWidth): Promise<Buffer | null> {
  return sharp(image, { limitInputPixels: imageLimits.animatedPixels })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: imageLimits.seconds })
    .toBuffer()
    .catch(() => null);
}

export function createRenditions(storage: FileStorage, queue: ImageQueue): Renditions {
  const beingMade = new Map<string, Promise<string | null>>();

  async function make(path: string, width: RenditionWidth): Promise<string | null> {
    const original = await storage.read(path);
    if (original === null) return null;
    const made = renditionPath(path, width);
    const rendered = await render(await buffer(original.stream), width);
    if (rendered === null) return null;
    await storage.put(made, rendered, "image/webp");
    return made;
  }

  async function find(path: string, width: RenditionWidth): Promise<string | null> {
    const made = renditionPath(path, width);
    if ((await storage.getSize(made)) !== null) return made;
    return queue.run(() => make(path, width));
  }

  return {
    getPath(path, width) {
      const key = `${width}${path}`;
      // A page shows an image to many at once: it is made for all of them together.
      const known = beingMade.get(key);
      if (known) return known;
      const making = find(path, width).finally(() => beingMade.delete(key));
      beingMade.set(key, making);
      return making;
    },
  };
}
