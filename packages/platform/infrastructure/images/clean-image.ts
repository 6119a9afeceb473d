import { writeFile } from "node:fs/promises";
import { type FieldProblem, fieldProblem } from "@souk/contract";
import sharp, { type Metadata, type Sharp } from "sharp";
import { detectFormat, type ImageFormat } from "./image-format.ts";
import { imageLimits } from "./image-limits.ts";

/** The result of `cleanImage`. */
export type CleaningResult =
  | { ok: true; format: ImageFormat; width: number; height: number }
  | { ok: false; problem: FieldProblem };

const maxMegapixels = Math.round(imageLimits.pixels / 1_000_000);

function buildLimitProblem(max: number, unit: string): FieldProblem {
  return fieldProblem("out_of_range", { max }, `{field} must have at most ${max} ${unit}.`);
}

function countPixels({
  width,
  height,
  pages = 1,
  pageHeight = height,
}: Pick<Metadata, "width" | "height" | "pages" | "pageHeight">): number {
  return width * pageHeight * pages;
}

function findSizeProblem({ width, height, pages = 1, pageHeight = height }: Metadata): FieldProblem | null {
  const max = pages > 1 ? imageLimits.animatedPixels : imageLimits.pixels;
  if (width > imageLimits.side || pageHeight > imageLimits.side)
    return buildLimitProblem(imageLimits.side, "pixels on a side");
  if (pages > imageLimits.frames) return buildLimitProblem(imageLimits.frames, "frames");
  if (countPixels({ width, height, pages, pageHeight }) <= max) return null;
  return pages > 1
    ? buildLimitProblem(imageLimits.animatedPixels / 1_000_000, "megapixels in all frames together")
    : buildLimitProblem(maxMegapixels, "megapixels");
}

const encoders: Readonly<Record<ImageFormat, (image: Sharp) => Sharp>> = {
  png: (image) => image.png({ compressionLevel: 8 }),
  jpeg: (image) => image.jpeg({ quality: 90, progressive: true }),
  webp: (image) => image.webp({ quality: 90 }),
  gif: (image) => image.gif(),
};

/**
 * Decode an image completely and encode it again, upright and without anything that is not image data, for example
 * GPS coordinates or data after the end of the image. The header is checked before decoding, so that a small file cannot
 * use a lot of memory.
 * @param source the path of an untrusted file
 * @param target the path for the new file; use the file only if the result is `ok`
 * @param spendPixels called with the number of pixels of all frames before they are decoded; it throws to reject the image
 */
export async function cleanImage(
  source: string,
  target: string,
  spendPixels: (pixels: number) => void = () => undefined,
): Promise<CleaningResult> {
  const format = await detectFormat(source);
  const notAnImage = { ok: false, problem: fieldProblem("invalid_format", { format: "image" }) } as const;
  if (format === null) return notAnImage;
  const metadata = await readMetadata(source);
  if (metadata === null) return damagedImage;
  if (metadata.format !== format) return notAnImage;
  const problem = findSizeProblem(metadata);
  if (problem !== null) return { ok: false, problem };
  spendPixels(countPixels(metadata));
  const encodedImage = await reencode(source, metadata, format);
  if (encodedImage === null) return damagedImage;
  await writeFile(target, encodedImage.data);
  const { width, height, pageHeight = height } = encodedImage.info;
  return { ok: true, format, width, height: pageHeight };
}

const damagedImage = {
  ok: false,
  problem: fieldProblem("invalid_format", { format: "image" }, "{field} is damaged or incomplete."),
} as const;
const readOptions = { animated: true, failOn: "error" } as const;

/** Read an image's metadata without decoding it. */
function readMetadata(source: string): Promise<Metadata | null> {
  return nullIfRejected(sharp(source, { ...readOptions, limitInputPixels: false }).metadata());
}

function reencode(source: string, { pages = 1 }: Metadata, format: ImageFormat) {
  const image = sharp(source, { ...readOptions, limitInputPixels: imageLimits.pixels });
  const uprightImage = pages === 1 ? image.autoOrient() : image;
  const { seconds } = imageLimits;
  return nullIfRejected(
    encoders[format](uprightImage).timeout({ seconds }).toBuffer({ resolveWithObject: true }),
  );
}

/** Return the result, or null on an error, because all errors of the library are about the file's content. */
async function nullIfRejected<T>(result: Promise<T>): Promise<T | null> {
  return result.catch(() => null);
}
