import { writeFile } from "node:fs/promises";
import { type FieldProblem, fieldProblem } from "@souk/contract";
import sharp, { type Metadata, type Sharp } from "sharp";
import { detectFormat, type ImageFormat } from "./image-format.ts";
import { imageLimits } from "./image-limits.ts";

/** The result of cleaning a file that should be an image. */
export type CleanedImage =
  | { ok: true; format: ImageFormat; width: number; height: number }
  | { ok: false; problem: FieldProblem };

const megapixels = Math.round(imageLimits.pixels / 1_000_000);

function tooMany(max: number, unit: string): FieldProblem {
  return fieldProblem("out_of_range", { max }, `{field} must have at most ${max} ${unit}.`);
}

function tooLarge({ width, height, pages = 1, pageHeight = height }: Metadata): FieldProblem | null {
  const max = pages > 1 ? imageLimits.animatedPixels : imageLimits.pixels;
  if (width > imageLimits.side || pageHeight > imageLimits.side)
    return tooMany(imageLimits.side, "pixels on a side");
  if (pages > imageLimits.frames) return tooMany(imageLimits.frames, "frames");
  if (width * pageHeight * pages <= max) return null;
  return pages > 1
    ? tooMany(2 * megapixels, "megapixels over all its frames")
    : tooMany(megapixels, "megapixels");
}

const encoders: Readonly<Record<ImageFormat, (image: Sharp) => Sharp>> = {
  png: (image) => image.png({ compressionLevel: 8 }),
  jpeg: (image) => image.jpeg({ quality: 90, progressive: true }),
  webp: (image) => image.webp({ quality: 90 }),
  gif: (image) => image.gif(),
};

/**
 * Decode an image to its last pixel and write it again: upright, and without anything that is not image data,
 * for example where a photograph was taken or what is hidden behind its end. Its header is checked before a
 * pixel is decoded, so that a small file cannot take a lot of memory.
 * @param source a file that only claims to be an image
 * @param target a path without a file; use the file only when the result is `ok`
 */
export async function cleanImage(source: string, target: string): Promise<CleanedImage> {
  const format = await detectFormat(source);
  const none = { ok: false, problem: fieldProblem("invalid_format", { format: "image" }) } as const;
  if (format === null) return none;
  const head = await readHead(source);
  if (head === null) return broken;
  if (head.format !== format) return none;
  const problem = tooLarge(head);
  if (problem !== null) return { ok: false, problem: problem };
  const written = await rewrite(source, head, format);
  if (written === null) return broken;
  await writeFile(target, written.data);
  const { width, height, pageHeight = height } = written.info;
  return { ok: true, format, width, height: pageHeight };
}

const broken = {
  ok: false,
  problem: fieldProblem("invalid_format", { format: "image" }, "{field} is damaged or incomplete."),
} as const;
const reading = { animated: true, failOn: "error" } as const;

/** Read an image's metadata without decoding it. */
function readHead(source: string): Promise<Metadata | null> {
  return orNull(sharp(source, { ...reading, limitInputPixels: false }).metadata());
}

function rewrite(source: string, { pages = 1 }: Metadata, format: ImageFormat) {
  const image = sharp(source, { ...reading, limitInputPixels: imageLimits.animatedPixels });
  const upright = pages === 1 ? image.autoOrient() : image;
  const { seconds } = imageLimits;
  return orNull(encoders[format](upright).timeout({ seconds }).toBuffer({ resolveWithObject: true }));
}

/** Return the result, or null on an error: all errors of the library are about the file's content. */
async function orNull<T>(result: Promise<T>): Promise<T | null> {
  return result.catch(() => null);
}
