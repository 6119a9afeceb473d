import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { cleanImage } from "./clean-image.ts";
import { gifOfFrames, pngBomb, twoColors } from "./testing/unusual-images.ts";

let folder: string;
let files = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-clean-"));
});

after(() => rm(folder, { recursive: true }));

async function clean(bytes: Buffer) {
  const source = join(folder, `source-${++files}`);
  const target = join(folder, `target-${files}`);
  await writeFile(source, bytes);
  return { cleaned: await cleanImage(source, target), target };
}

async function describeResult(bytes: Buffer): Promise<string> {
  const { cleaned } = await clean(bytes);
  return cleaned.ok ? "taken" : `${cleaned.problem.code}: ${cleaned.problem.message}`;
}

test("images of the four types are accepted by their content, with their sizes", async () => {
  for (const format of ["png", "jpeg", "webp", "gif"] as const) {
    const { cleaned, target } = await clean(await twoColors(60, 40).toFormat(format).toBuffer());
    assert.deepEqual(cleaned, { ok: true, format, width: 60, height: 40 });
    const written = await sharp(target).metadata();
    assert.deepEqual([written.format, written.width, written.height], [format, 60, 40]);
  }
});

test("the written file holds only the image: no location, no camera, no trailing data", async () => {
  const exif = { IFD0: { Copyright: "a secret person", Model: "Camera 9" }, IFD3: { GPSLatitudeRef: "N" } };
  for (const format of ["jpeg", "png", "webp"] as const) {
    const original = await twoColors(30, 30).toFormat(format).withExif(exif).toBuffer();
    assert.ok(original.includes("a secret person"), format);
    const { cleaned, target } = await clean(
      Buffer.concat([original, Buffer.from("<script>hidden</script>")]),
    );
    assert.ok(cleaned.ok, format);
    const bytes = await readFile(target);
    assert.ok(
      !bytes.includes("a secret person") && !bytes.includes("Camera 9") && !bytes.includes("<script>"),
    );
    const { exif: left, icc, xmp, iptc } = await sharp(bytes).metadata();
    assert.deepEqual([left, icc, xmp, iptc], [undefined, undefined, undefined, undefined]);
  }
});

test("a photograph stored sideways is rotated upright", async () => {
  const lying = await twoColors(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { cleaned, target } = await clean(lying);
  assert.deepEqual(cleaned, { ok: true, format: "jpeg", width: 40, height: 60 });
  const { data, info } = await sharp(target).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  // What was left is above now.
  assert.ok((pixel(20, 5)[0] ?? 0) > 180 && (pixel(20, 55)[2] ?? 0) > 180);
});

test("an animation keeps its frames", async () => {
  const { cleaned, target } = await clean(gifOfFrames(12, 10, 5));
  assert.deepEqual(cleaned, { ok: true, format: "gif", width: 12, height: 10 });
  assert.ok((await readFile(target)).subarray(0, 6).equals(Buffer.from("GIF89a")));
});

test("a file that is not an image is rejected, whatever its first bytes", async () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const none = "invalid_format: {field} must be a PNG, JPEG, WebP or GIF image.";
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from("x"),
    Buffer.from(svg),
    Buffer.from("<!doctype html><title>x</title>"),
    Buffer.from("%PDF-1.7"),
    await twoColors(8, 8).tiff().toBuffer(),
    await twoColors(8, 8).avif().toBuffer(),
    Buffer.from(`\n${svg}`),
  ])
    assert.equal(await describeResult(bytes), none, bytes.subarray(0, 20).toString());
  for (const begin of ["89504e470d0a1a0a", "ffd8ff", "474946383961", "524946460000000057454250"])
    for (const rest of [Buffer.alloc(0), Buffer.from(svg), randomBytes(5_000)])
      assert.match(
        await describeResult(Buffer.concat([Buffer.from(begin, "hex"), rest])),
        /^invalid_format: \{field\} (is damaged|must be a PNG)/,
        begin,
      );
});

test("an image that is truncated anywhere is rejected", async () => {
  const damaged = "invalid_format: {field} is damaged or incomplete.";
  const noise = {
    create: {
      width: 120,
      height: 90,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  } as const;
  for (const format of ["png", "jpeg", "webp"] as const) {
    const whole = await sharp(noise).toFormat(format).toBuffer();
    assert.equal(await describeResult(whole), "taken");
    for (const share of [0.01, 0.3, 0.6, 0.9])
      assert.equal(
        await describeResult(whole.subarray(0, Math.floor(whole.length * share))),
        damaged,
        `${format} ${share}`,
      );
  }
  const gif = await sharp(noise).gif().toBuffer();
  assert.equal(await describeResult(gif.subarray(0, Math.floor(gif.length / 3))), damaged);
});

test("a small file that needs much memory is rejected by its header, undecoded", async () => {
  const before = process.memoryUsage().rss;
  const tooMany = (limit: string) => `out_of_range: {field} must have at most ${limit}.`;
  assert.equal(await describeResult(pngBomb(16_000, 16_000)), tooMany("50 megapixels"));
  assert.equal(await describeResult(pngBomb(60_000, 60_000, { rows: 1 })), tooMany("16383 pixels on a side"));
  assert.equal(await describeResult(pngBomb(16_384, 2)), tooMany("16383 pixels on a side"));
  assert.equal(
    await describeResult(gifOfFrames(4_000, 4_000, 8)),
    tooMany("100 megapixels over all its frames"),
  );
  assert.equal(await describeResult(gifOfFrames(1, 1, 1_001)), tooMany("1000 frames"));
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 150 * 1024 * 1024, `${grown} bytes`);
});

test("an image of exactly the maximum number of pixels is accepted", async () => {
  const { cleaned } = await clean(pngBomb(8_192, 6_144));
  assert.deepEqual(cleaned, { ok: true, format: "png", width: 8_192, height: 6_144 });
});

test("a disk that cannot be written to is not reported as an invalid image", async () => {
  const source = join(folder, "good");
  await writeFile(source, await twoColors(8, 8).png().toBuffer());
  await assert.rejects(cleanImage(source, join(folder, "no-folder", "x")));
});
