import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { cleanImage } from "./clean-image.ts";
import { createGif, createPngBomb, createTwoColorImage } from "./testing/unusual-images.ts";

let folder: string;
let fileNumber = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-clean-"));
});

after(() => rm(folder, { recursive: true }));

async function runCleanImage(bytes: Buffer) {
  fileNumber += 1;
  const source = join(folder, `source-${fileNumber}`);
  const target = join(folder, `target-${fileNumber}`);
  await writeFile(source, bytes);
  return { cleaned: await cleanImage(source, target), target };
}

async function describeResult(bytes: Buffer): Promise<string> {
  const { cleaned } = await runCleanImage(bytes);
  return cleaned.ok ? "accepted" : `${cleaned.problem.code}: ${cleaned.problem.message}`;
}

test("PNG, JPEG, WebP and GIF images are recognized by their content and measured", async () => {
  for (const format of ["png", "jpeg", "webp", "gif"] as const) {
    const { cleaned, target } = await runCleanImage(
      await createTwoColorImage(60, 40).toFormat(format).toBuffer(),
    );
    assert.deepEqual(cleaned, { ok: true, format, width: 60, height: 40 });
    const metadata = await sharp(target).metadata();
    assert.deepEqual([metadata.format, metadata.width, metadata.height], [format, 60, 40]);
  }
});

test("a cleaned image contains no location, no camera model and no trailing data", async () => {
  const exif = { IFD0: { Copyright: "a secret person", Model: "Camera 9" }, IFD3: { GPSLatitudeRef: "N" } };
  for (const format of ["jpeg", "png", "webp"] as const) {
    const original = await createTwoColorImage(30, 30).toFormat(format).withExif(exif).toBuffer();
    assert.ok(original.includes("a secret person"), format);
    const { cleaned, target } = await runCleanImage(
      Buffer.concat([original, Buffer.from("<script>hidden</script>")]),
    );
    assert.ok(cleaned.ok, format);
    const bytes = await readFile(target);
    assert.ok(
      !bytes.includes("a secret person") && !bytes.includes("Camera 9") && !bytes.includes("<script>"),
    );
    const { exif: remainingExif, icc, xmp, iptc } = await sharp(bytes).metadata();
    assert.deepEqual([remainingExif, icc, xmp, iptc], [undefined, undefined, undefined, undefined]);
  }
});

test("a photo with an orientation tag is rotated upright", async () => {
  const sidewaysImage = await createTwoColorImage(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { cleaned, target } = await runCleanImage(sidewaysImage);
  assert.deepEqual(cleaned, { ok: true, format: "jpeg", width: 40, height: 60 });
  const { data, info } = await sharp(target).raw().toBuffer({ resolveWithObject: true });
  const readPixel = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  // The left half of the stored photo is red and becomes the upper half. The right half is blue.
  assert.ok((readPixel(20, 5)[0] ?? 0) > 180 && (readPixel(20, 55)[2] ?? 0) > 180);
});

test("a cleaned GIF animation stays a GIF", async () => {
  const { cleaned, target } = await runCleanImage(createGif(12, 10, 5));
  assert.deepEqual(cleaned, { ok: true, format: "gif", width: 12, height: 10 });
  assert.ok((await readFile(target)).subarray(0, 6).equals(Buffer.from("GIF89a")));
});

test("a file that is not an image is rejected, even if it begins like one", async () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const notAnImage = "invalid_format: {field} must be a PNG, JPEG, WebP or GIF image.";
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from("x"),
    Buffer.from(svg),
    Buffer.from("<!doctype html><title>x</title>"),
    Buffer.from("%PDF-1.7"),
    await createTwoColorImage(8, 8).tiff().toBuffer(),
    await createTwoColorImage(8, 8).avif().toBuffer(),
    Buffer.from(`\n${svg}`),
  ])
    assert.equal(await describeResult(bytes), notAnImage, bytes.subarray(0, 20).toString());
  for (const signature of ["89504e470d0a1a0a", "ffd8ff", "474946383961", "524946460000000057454250"])
    for (const remainder of [Buffer.alloc(0), Buffer.from(svg), randomBytes(5_000)])
      assert.match(
        await describeResult(Buffer.concat([Buffer.from(signature, "hex"), remainder])),
        /^invalid_format: \{field\} (is damaged|must be a PNG)/,
        signature,
      );
});

test("an image that is truncated at any point is rejected", async () => {
  const damagedMessage = "invalid_format: {field} is damaged or incomplete.";
  const noiseOptions = {
    create: {
      width: 120,
      height: 90,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  } as const;
  for (const format of ["png", "jpeg", "webp"] as const) {
    const completeFile = await sharp(noiseOptions).toFormat(format).toBuffer();
    assert.equal(await describeResult(completeFile), "accepted");
    for (const fraction of [0.01, 0.3, 0.6, 0.9])
      assert.equal(
        await describeResult(completeFile.subarray(0, Math.floor(completeFile.length * fraction))),
        damagedMessage,
        `${format} ${fraction}`,
      );
  }
  const gif = await sharp(noiseOptions).gif().toBuffer();
  assert.equal(await describeResult(gif.subarray(0, Math.floor(gif.length / 3))), damagedMessage);
});

test("a small file with a huge image is rejected by its header, without decoding the image", async () => {
  const initialMemory = process.memoryUsage().rss;
  const buildLimitMessage = (limit: string) => `out_of_range: {field} must have at most ${limit}.`;
  assert.equal(await describeResult(createPngBomb(16_000, 16_000)), buildLimitMessage("50 megapixels"));
  assert.equal(
    await describeResult(createPngBomb(60_000, 60_000, { rows: 1 })),
    buildLimitMessage("16383 pixels on a side"),
  );
  assert.equal(await describeResult(createPngBomb(16_384, 2)), buildLimitMessage("16383 pixels on a side"));
  assert.equal(
    await describeResult(createGif(4_000, 4_000, 8)),
    buildLimitMessage("25 megapixels in all frames together"),
  );
  assert.equal(await describeResult(createGif(1, 1, 1_001)), buildLimitMessage("1000 frames"));
  const memoryGrowth = process.memoryUsage().rss - initialMemory;
  assert.ok(memoryGrowth < 150 * 1024 * 1024, `${memoryGrowth} bytes`);
});

test("an image with exactly the maximum number of pixels is accepted", async () => {
  const { cleaned } = await runCleanImage(createPngBomb(8_192, 6_144));
  assert.deepEqual(cleaned, { ok: true, format: "png", width: 8_192, height: 6_144 });
});

test("a disk error is not reported as an invalid image", async () => {
  const source = join(folder, "good");
  await writeFile(source, await createTwoColorImage(8, 8).png().toBuffer());
  await assert.rejects(cleanImage(source, join(folder, "no-folder", "x")));
});
