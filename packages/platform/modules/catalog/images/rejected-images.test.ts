import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createPngBomb } from "../../../infrastructure/images/testing/unusual-images.ts";
import {
  createImage,
  createImageFixture,
  formatErrorCodes,
  formatErrorMessages,
  type ImageFixture,
} from "./testing/image-fixture.ts";

let fixture: ImageFixture;
let productId: number;

before(async () => {
  fixture = await createImageFixture();
  [productId = 0] = fixture.productIds;
});

after(() => fixture.stop());

/** Load all state that a rejected request must not change: rows, events, stored files and files being processed. */
async function loadState(): Promise<unknown> {
  const { database, config } = fixture.testPlatform;
  const rows = await database.many(
    `select (select count(*) from product_images) as images, (select count(*) from file_removals) as pending,
       (select count(*) from event_inbox) as events, (select sum(version) from products) as versions`,
  );
  const files = await readdir(join(config.dataDir, "files"), { recursive: true });
  return [
    rows,
    files.filter((name) => !name.startsWith(".parts")),
    await readdir(join(config.dataDir, "uploads")),
  ];
}

/** Send a request, assert that it changes nothing, and return the text of its error. */
async function expectNoChange(request: () => Promise<string>): Promise<string> {
  const stateBefore = await loadState();
  const errorText = await request();
  assert.deepEqual(await loadState(), stateBefore, errorText);
  return errorText;
}

const upload = (body: Buffer, type?: string) =>
  expectNoChange(async () =>
    formatErrorMessages(await fixture.upload(productId, body, type === undefined ? {} : { type })),
  );
const addByUrl = (urls: string[]) =>
  expectNoChange(async () => formatErrorMessages(await fixture.addByUrl(productId, urls)));

const notImageError = "422 image: invalid_format: image must be a PNG, JPEG, WebP or GIF image.";
const damagedError = "422 image: invalid_format: image is damaged or incomplete.";

test("an upload that is not a valid image is rejected, no matter what type it declares", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  assert.equal(await upload(svg), notImageError);
  assert.equal(await upload(Buffer.from("<!doctype html><script>1</script>"), "image/gif"), notImageError);
  assert.equal(await upload(Buffer.alloc(0)), notImageError);
  assert.equal(
    await upload(createPngBomb(16_000, 16_000)),
    "422 image: out_of_range: image must have at most 50 megapixels.",
  );
  const completeJpeg = await createImage(300, 200, "jpeg");
  assert.equal(
    await upload(completeJpeg.subarray(0, Math.floor(completeJpeg.length * 0.9)), "image/jpeg"),
    damagedError,
  );
});

test("an image whose Content-Type names another image type is stored with its actual type", async () => {
  const response = await fixture.upload(productId, await createImage(9, 9, "webp"), { type: "image/png" });
  const [image] = response.json<{ images: { url: string }[] }>().images;
  assert.match(image?.url ?? "", /\.webp$/);
});

test("an image upload of a wrong type, over 20 MiB or for an unknown product is rejected", async () => {
  const body = await createImage(9, 9);
  for (const type of [
    "image/svg+xml",
    "image/avif",
    "text/html",
    "application/octet-stream",
    "image/png; x=1",
    "multipart/form-data; boundary=a",
  ])
    assert.equal(await upload(body, type), "415 unsupported_media_type", type);
  const responseWithoutType = await fixture.call("POST", `/products/${productId}/images.json`, { body });
  assert.equal(formatErrorCodes(responseWithoutType), "415 unsupported_media_type");
  assert.match(
    responseWithoutType.json<{ error: { message: string } }>().error.message,
    /application\/json, image\/png, image\/jpeg/,
  );
  const largeBody = Buffer.concat([body, Buffer.alloc(20 * 1024 * 1024)]);
  assert.equal(await upload(largeBody), "413 body_too_large");
  const unknownProductError = await expectNoChange(async () =>
    formatErrorCodes(await fixture.upload(productId + 1_000, body)),
  );
  assert.equal(unknownProductError, "404 not_found");
  const longTitleError = await expectNoChange(async () =>
    formatErrorCodes(await fixture.upload(productId, body, { title: "x".repeat(256) })),
  );
  assert.equal(longTitleError, "422 title: too_long");
});

test("an uploaded image of exactly 20 MiB is read, and then rejected because it is damaged", async () => {
  const body = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(20 * 1024 * 1024 - 8)]);
  assert.equal(await upload(body), damagedError);
});

test("image URLs are checked before any fetch, with an error for each invalid URL", async () => {
  const filesOrigin = fixture.testPlatform.addresses.filesOrigin;
  const requestsBefore = fixture.imageServer.requests.length;
  const errorText = await addByUrl([
    "http://pictures.shop/a.png",
    "https://10.0.0.1/a.png",
    "https://metadata.internal/x",
    `${filesOrigin}/demo/x.png`,
    "nonsense",
  ]);
  assert.deepEqual(
    errorText.split(" | ").map((part) => part.replace(/:.*/, "")),
    ["422 images.0", "images.1", "images.2", "images.3", "images.4"],
  );
  assert.equal(fixture.imageServer.requests.length, requestsBefore);
  for (const json of [
    {},
    { images: [] },
    { images: [1] },
    { images: Array.from({ length: 10 }, () => "https://a.shop/x") },
    { images: "https://a.shop/x" },
  ]) {
    const response = await fixture.call("POST", `/products/${productId}/images.json`, { json });
    assert.match(formatErrorCodes(response), /^422 images/, JSON.stringify(json));
  }
});

test("the error for a failed fetch names the image's index, and no image is added", async () => {
  const { imageServer } = fixture;
  const validImage = await createImage(8, 8);
  const responsesByPath: Record<string, Parameters<typeof imageServer.respondWith>[0]> = {
    "/good.png": { status: 200, body: validImage },
    "/gone.png": { status: 404 },
    "/moved.png": { status: 302, headers: { location: "/good.png" } },
    "/part.png": { status: 206, body: validImage },
    "/page.png": { status: 200, body: "<html>" },
    "/cut.png": { status: 200, body: validImage.subarray(0, 50) },
    "/large.png": { status: 200, headers: { "content-length": String(21 * 1024 * 1024) } },
    "/bomb.png": { status: 200, body: createPngBomb(16_000, 16_000) },
    "/reset.png": "reset",
  };
  imageServer.respondWith((request, index) => {
    const response = responsesByPath[request.path] ?? { status: 404 };
    return typeof response === "function" ? response(request, index) : response;
  });
  const expectedMessages: [string, RegExp][] = [
    [
      "/gone.png",
      /not_fetched: images\.1 could not be fetched because its server responded with status 404\.$/,
    ],
    [
      "/moved.png",
      /not_fetched: images\.1 could not be fetched because its server responded with status 302\.$/,
    ],
    [
      "/part.png",
      /not_fetched: images\.1 could not be fetched because its server responded with status 206\.$/,
    ],
    ["/page.png", /invalid_format: images\.1 must be a PNG, JPEG, WebP or GIF image\.$/],
    ["/cut.png", /invalid_format: images\.1 is damaged or incomplete\.$/],
    ["/large.png", /not_fetched: images\.1 could not be fetched because it is larger than 20 MiB/],
    ["/bomb.png", /out_of_range: images\.1 must have at most 50 megapixels\.$/],
    ["/reset.png", /not_fetched: images\.1 could not be fetched\. /],
  ];
  for (const [path, expectedMessage] of expectedMessages) {
    const errorText = await addByUrl(["/good.png", path]);
    assert.match(errorText, /^422 images\.1: /, path);
    assert.match(errorText, expectedMessage, path);
  }
  assert.match(
    await addByUrl(["http://localhost:1/x.png"]),
    /^422 images\.0: not_fetched: images\.0 could not be fetched\. /,
  );
});
