import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import type { FileStorage } from "../storage/file-storage.ts";
import { pictureLimits, type RenditionWidth, renditionWidths } from "./picture-limits.ts";
import type { PictureQueue } from "./picture-queue.ts";

/** Smaller pictures of those that are stored. */
export interface Renditions {
  /**
   * Makes sure that a rendition is stored; it is made at the first request for it.
   * @returns its path, or null when there is no picture at this one
   * @throws Refusal unavailable when too many are being made
   */
  pathOf(path: string, width: RenditionWidth): Promise<string | null>;
}

/** Below it lies what can be made again; nobody asks for it by its path. */
export const renditionsFolder = "/renditions/";

function renditionPath(path: string, width: RenditionWidth): string {
  return `${renditionsFolder}${width}${path}.webp`;
}

/** Every path at which a rendition of a file can lie. */
export function renditionPathsOf(path: string): string[] {
  return renditionWidths.map((width) => renditionPath(path, width));
}

/** A picture at most so wide, as WebP; of an animation its first frame. Null when it is none: what is stored may be older. */
async function render(picture: Buffer, width: RenditionWidth): Promise<Buffer | null> {
  return sharp(picture, { limitInputPixels: pictureLimits.animatedPixels })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: pictureLimits.seconds })
    .toBuffer()
    .catch(() => null);
}

export function createRenditions(storage: FileStorage, queue: PictureQueue): Renditions {
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
    if ((await storage.sizeOf(made)) !== null) return made;
    return queue.run(() => make(path, width));
  }

  return {
    pathOf(path, width) {
      const key = `${width}${path}`;
      // A page shows a picture to many at once: it is made for all of them together.
      const known = beingMade.get(key);
      if (known) return known;
      const making = find(path, width).finally(() => beingMade.delete(key));
      beingMade.set(key, making);
      return making;
    },
  };
}
