import { writeFile } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { formatOf, type PictureFormat } from "./picture-format.ts";
import { pictureLimits } from "./picture-limits.ts";

/** What came of a file that should be a picture. */
export type CleanedPicture =
  | { ok: true; format: PictureFormat; width: number; height: number }
  /** A sentence's end for the person who sent it: "is not a picture". */
  | { ok: false; message: string };

const megapixels = Math.round(pictureLimits.pixels / 1_000_000);

function tooLarge({ width, height, pages = 1, pageHeight = height }: Metadata): string | null {
  const most = pages > 1 ? pictureLimits.animatedPixels : pictureLimits.pixels;
  if (width > pictureLimits.side || pageHeight > pictureLimits.side)
    return `has a side of more than ${pictureLimits.side} pixels`;
  if (pages > pictureLimits.frames) return `has more than ${pictureLimits.frames} frames`;
  if (width * pageHeight * pages <= most) return null;
  return pages > 1
    ? `has more than ${2 * megapixels} megapixels over all its frames`
    : `has more than ${megapixels} megapixels`;
}

const encoders: Readonly<Record<PictureFormat, (picture: Sharp) => Sharp>> = {
  png: (picture) => picture.png({ compressionLevel: 8 }),
  jpeg: (picture) => picture.jpeg({ quality: 90, progressive: true }),
  webp: (picture) => picture.webp({ quality: 90 }),
  gif: (picture) => picture.gif(),
};

/**
 * Reads a picture to its last pixel and writes it anew: upright, and without anything that is not picture, such as where a
 * photograph was taken or what hides behind its end. Its head is judged before a pixel is decoded, so that a small file
 * cannot become a large memory.
 * @param source a file that is no more than said to be a picture
 * @param target a file that is not there yet; nothing of it is to be used unless the answer is `ok`
 */
export async function cleanPicture(source: string, target: string): Promise<CleanedPicture> {
  const format = await formatOf(source);
  const none = { ok: false, message: "is not a PNG, JPEG, WebP or GIF" } as const;
  if (format === null) return none;
  const head = await readHead(source);
  if (head === null) return broken;
  if (head.format !== format) return none;
  const fault = tooLarge(head);
  if (fault !== null) return { ok: false, message: fault };
  const written = await writeAnew(source, head, format);
  if (written === null) return broken;
  await writeFile(target, written.data);
  const { width, height, pageHeight = height } = written.info;
  return { ok: true, format, width, height: pageHeight };
}

const broken = { ok: false, message: "is broken or cut off" } as const;
const reading = { animated: true, failOn: "error" } as const;

/** What a picture says of itself; nothing is decoded. */
function readHead(source: string): Promise<Metadata | null> {
  return orNull(sharp(source, { ...reading, limitInputPixels: false }).metadata());
}

function writeAnew(source: string, { pages = 1 }: Metadata, format: PictureFormat) {
  const picture = sharp(source, { ...reading, limitInputPixels: pictureLimits.animatedPixels });
  const upright = pages === 1 ? picture.autoOrient() : picture;
  const { seconds } = pictureLimits;
  return orNull(encoders[format](upright).timeout({ seconds }).toBuffer({ resolveWithObject: true }));
}

/** The library's errors are all of them what it found in the file. */
async function orNull<T>(result: Promise<T>): Promise<T | null> {
  return result.catch(() => null);
}
