import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { cleanPicture } from "./clean-picture.ts";
import { gifOfFrames, pngBomb, twoColours } from "./testing/odd-pictures.ts";

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
  return { cleaned: await cleanPicture(source, target), target };
}

async function faultOf(bytes: Buffer): Promise<string> {
  const { cleaned } = await clean(bytes);
  return cleaned.ok ? "taken" : cleaned.message;
}

test("pictures of the four kinds are taken for what they are, with their sizes", async () => {
  for (const format of ["png", "jpeg", "webp", "gif"] as const) {
    const { cleaned, target } = await clean(await twoColours(60, 40).toFormat(format).toBuffer());
    assert.deepEqual(cleaned, { ok: true, format, width: 60, height: 40 });
    const written = await sharp(target).metadata();
    assert.deepEqual([written.format, written.width, written.height], [format, 60, 40]);
  }
});

test("what is written holds nothing but the picture: no place, no camera, nothing behind its end", async () => {
  const exif = { IFD0: { Copyright: "a secret person", Model: "Camera 9" }, IFD3: { GPSLatitudeRef: "N" } };
  for (const format of ["jpeg", "png", "webp"] as const) {
    const original = await twoColours(30, 30).toFormat(format).withExif(exif).toBuffer();
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

test("a photograph that lies on its side is turned upright", async () => {
  const lying = await twoColours(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
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

test("what is no picture is refused, whatever it begins as", async () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const none = "is not a PNG, JPEG, WebP or GIF";
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from("x"),
    Buffer.from(svg),
    Buffer.from("<!doctype html><title>x</title>"),
    Buffer.from("%PDF-1.7"),
    await twoColours(8, 8).tiff().toBuffer(),
    await twoColours(8, 8).avif().toBuffer(),
    Buffer.from(`\n${svg}`),
  ])
    assert.equal(await faultOf(bytes), none, bytes.subarray(0, 20).toString());
  for (const begin of ["89504e470d0a1a0a", "ffd8ff", "474946383961", "524946460000000057454250"])
    for (const rest of [Buffer.alloc(0), Buffer.from(svg), randomBytes(5_000)])
      assert.match(
        await faultOf(Buffer.concat([Buffer.from(begin, "hex"), rest])),
        /broken|not a PNG/,
        begin,
      );
});

test("a picture that is cut off anywhere is refused", async () => {
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
    assert.equal(await faultOf(whole), "taken");
    for (const share of [0.01, 0.3, 0.6, 0.9])
      assert.equal(
        await faultOf(whole.subarray(0, Math.floor(whole.length * share))),
        "is broken or cut off",
        `${format} ${share}`,
      );
  }
  const gif = await sharp(noise).gif().toBuffer();
  assert.equal(await faultOf(gif.subarray(0, Math.floor(gif.length / 3))), "is broken or cut off");
});

test("a small file that would be a large memory is refused by its head, without being decoded", async () => {
  const before = process.memoryUsage().rss;
  assert.equal(await faultOf(pngBomb(16_000, 16_000)), "has more than 50 megapixels");
  assert.equal(await faultOf(pngBomb(60_000, 60_000, { rows: 1 })), "has a side of more than 16383 pixels");
  assert.equal(await faultOf(pngBomb(16_384, 2)), "has a side of more than 16383 pixels");
  assert.equal(
    await faultOf(gifOfFrames(4_000, 4_000, 8)),
    "has more than 100 megapixels over all its frames",
  );
  assert.equal(await faultOf(gifOfFrames(1, 1, 1_001)), "has more than 1000 frames");
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 150 * 1024 * 1024, `${grown} bytes`);
});

test("a picture of exactly as many pixels as are taken is taken", async () => {
  const { cleaned } = await clean(pngBomb(8_192, 6_144));
  assert.deepEqual(cleaned, { ok: true, format: "png", width: 8_192, height: 6_144 });
});

test("a disk that cannot be written to is no fault of the picture", async () => {
  const source = join(folder, "good");
  await writeFile(source, await twoColours(8, 8).png().toBuffer());
  await assert.rejects(cleanPicture(source, join(folder, "no-folder", "x")));
});
