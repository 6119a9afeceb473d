import { dirname } from "node:path/posix";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import type { FileStorage } from "../storage/file-storage.ts";
import { imageLimits, type RenditionWidth, renditionWidths } from "./image-limits.ts";
import type { ImageQueue } from "./image-queue.ts";

/** Resized copies of the stored images. */
export interface Renditions {
  /**
   * Render and store a resized copy of an image unless it is stored already, and return the copy's path.
   * @returns null if there is no image at `path`
   * @throws ApiError `unavailable` if too many images are being rendered
   */
  getOrRender(path: string, width: RenditionWidth): Promise<string | null>;
}

/** The folder of resized images. They can be rendered again at any time, and cannot be requested by the paths in this folder. */
export const renditionsFolder = "/renditions/";

function buildRenditionPath(path: string, width: RenditionWidth): string {
  return `${renditionsFolder}${width}${path}.webp`;
}

/** List every path at which a resized copy of a file can be stored. */
export function listRenditionPaths(path: string): string[] {
  return renditionWidths.map((width) => buildRenditionPath(path, width));
}

/**
 * Render an image, or the first frame of an animation, as WebP with at most this width. Returns null if the file is not
 * an image, which is possible because old files were stored without a check.
 */
async function render(image: Buffer, width: RenditionWidth): Promise<Buffer | null> {
  return sharp(image, { limitInputPixels: imageLimits.pixels })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: imageLimits.seconds })
    .toBuffer()
    .catch(() => null);
}

/** Create `Renditions` of the images in a storage. Each copy is rendered when it is first requested. */
export function createRenditions(storage: FileStorage, queue: ImageQueue): Renditions {
  const pendingRenditions = new Map<string, Promise<string | null>>();

  async function renderAndStore(path: string, width: RenditionWidth): Promise<string | null> {
    const original = await storage.read(path);
    if (original === null) return null;
    const renditionPath = buildRenditionPath(path, width);
    const renditionBytes = await render(await buffer(original.stream), width);
    if (renditionBytes === null) return null;
    await storage.put(renditionPath, renditionBytes, "image/webp");
    return renditionPath;
  }

  async function findOrRender(path: string, width: RenditionWidth): Promise<string | null> {
    const renditionPath = buildRenditionPath(path, width);
    if ((await storage.getSize(renditionPath)) !== null) return renditionPath;
    // The image's folder is its owner in the queue, because a folder contains all images of one store and no others.
    return queue.run(dirname(path), () => renderAndStore(path, width));
  }

  return {
    getOrRender(path, width) {
      const key = `${width}${path}`;
      // Concurrent requests for a new copy wait for the same rendering.
      const pendingRendition = pendingRenditions.get(key);
      if (pendingRendition) return pendingRendition;
      const rendering = findOrRender(path, width).finally(() => pendingRenditions.delete(key));
      pendingRenditions.set(key, rendering);
      return rendering;
    },
  };
}
