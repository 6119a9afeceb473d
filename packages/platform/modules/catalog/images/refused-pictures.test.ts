import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pngBomb } from "../../../pictures/testing/odd-pictures.ts";
import { type ImageWorld, imageWorld, picture, refusalOf } from "./testing/image-world.ts";

let world: ImageWorld;
let product: number;

before(async () => {
  world = await imageWorld();
  [product = 0] = world.products;
});

after(() => world.stop());

/** Everything that a refusal must leave alone: rows, events, files in the storage and files on their way. */
async function stateOf(): Promise<unknown> {
  const { database, config } = world.testing;
  const { rows } = await database.query(
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

async function refused(work: () => Promise<string>): Promise<string> {
  const before = await stateOf();
  const refusal = await work();
  assert.deepEqual(await stateOf(), before, refusal);
  return refusal;
}

const upload = (body: Buffer, type?: string) =>
  refused(async () => refusalOf(await world.upload(product, body, type === undefined ? {} : { type })));
const byUrl = (urls: string[]) => refused(async () => refusalOf(await world.addByUrl(product, urls)));

test("what is uploaded must be a picture, whatever it says it is", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  assert.equal(await upload(svg), "422 image: is not a PNG, JPEG, WebP or GIF");
  assert.equal(
    await upload(Buffer.from("<!doctype html><script>1</script>"), "image/gif"),
    "422 image: is not a PNG, JPEG, WebP or GIF",
  );
  assert.equal(await upload(Buffer.alloc(0)), "422 image: is not a PNG, JPEG, WebP or GIF");
  assert.equal(await upload(pngBomb(16_000, 16_000)), "422 image: has more than 50 megapixels");
  const whole = await picture(300, 200, "jpeg");
  assert.equal(
    await upload(whole.subarray(0, Math.floor(whole.length * 0.9)), "image/jpeg"),
    "422 image: is broken or cut off",
  );
});

test("a picture under the wrong one of the types is taken for what it is", async () => {
  const answer = await world.upload(product, await picture(9, 9, "webp"), { type: "image/png" });
  const [image] = answer.json<{ images: { url: string }[] }>().images;
  assert.match(image?.url ?? "", /\.webp$/);
});

test("other types, too large files and unknown products are refused before the file is looked at", async () => {
  const body = await picture(9, 9);
  for (const type of [
    "image/svg+xml",
    "image/avif",
    "text/html",
    "application/octet-stream",
    "image/png; x=1",
    "multipart/form-data; boundary=a",
  ])
    assert.equal(await upload(body, type), "415 unsupported_media_type", type);
  const none = await world.call("POST", `/products/${product}/images.json`, { body });
  assert.equal(refusalOf(none), "415 unsupported_media_type");
  assert.match(
    none.json<{ error: { message: string } }>().error.message,
    /application\/json, image\/png, image\/jpeg/,
  );
  const large = Buffer.concat([body, Buffer.alloc(20 * 1024 * 1024)]);
  assert.equal(await upload(large), "413 body_too_large");
  const elsewhere = await refused(async () => refusalOf(await world.upload(product + 1_000, body)));
  assert.equal(elsewhere, "404 not_found");
  const long = await refused(async () =>
    refusalOf(await world.upload(product, body, { title: "x".repeat(256) })),
  );
  assert.equal(long, "422 title: takes at most 255 characters");
});

test("a file of exactly 20 MiB is read: what refuses it is what is in it", async () => {
  const body = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(20 * 1024 * 1024 - 8)]);
  assert.equal(await upload(body), "422 image: is broken or cut off");
});

test("addresses are judged before anything is fetched, each by its place", async () => {
  const own = world.testing.addresses.filesOrigin;
  const seen = world.pictures.requests.length;
  const refusal = await byUrl([
    "http://pictures.shop/a.png",
    "https://10.0.0.1/a.png",
    "https://metadata.internal/x",
    `${own}/demo/x.png`,
    "nonsense",
  ]);
  assert.deepEqual(
    refusal.split(" | ").map((part) => part.replace(/:.*/, "")),
    ["422 images.0", "images.1", "images.2", "images.3", "images.4"],
  );
  assert.equal(world.pictures.requests.length, seen);
  for (const json of [
    {},
    { images: [] },
    { images: [1] },
    { images: Array.from({ length: 10 }, () => "https://a.shop/x") },
    { images: "https://a.shop/x" },
  ]) {
    const answer = await world.call("POST", `/products/${product}/images.json`, { json });
    assert.match(refusalOf(answer), /^422 images/, JSON.stringify(json));
  }
});

test("one address that fails is named, and none of the pictures is added", async () => {
  const { pictures } = world;
  const good = await picture(8, 8);
  const answers: Record<string, Parameters<typeof pictures.answer>[0]> = {
    "/good.png": { status: 200, body: good },
    "/gone.png": { status: 404 },
    "/moved.png": { status: 302, headers: { location: "/good.png" } },
    "/part.png": { status: 206, body: good },
    "/page.png": { status: 200, body: "<html>" },
    "/cut.png": { status: 200, body: good.subarray(0, 50) },
    "/short.png": { status: 200, headers: { "content-length": "5000" }, body: good },
    "/large.png": { status: 200, headers: { "content-length": String(21 * 1024 * 1024) } },
    "/bomb.png": { status: 200, body: pngBomb(16_000, 16_000) },
    "/reset.png": "reset",
  };
  pictures.answer((request, index) => {
    const rule = answers[request.path] ?? { status: 404 };
    if (request.path === "/short.png") return "reset";
    return typeof rule === "function" ? rule(request, index) : rule;
  });
  const expected: [string, RegExp][] = [
    ["/gone.png", /answered 404 and not 200/],
    ["/moved.png", /answered 302 and not 200/],
    ["/part.png", /answered 206 and not 200/],
    ["/page.png", /is not a PNG, JPEG, WebP or GIF/],
    ["/cut.png", /is broken or cut off/],
    ["/large.png", /larger than 20 MiB/],
    ["/bomb.png", /has more than 50 megapixels/],
    ["/reset.png", /could not be fetched/],
  ];
  for (const [path, message] of expected) {
    const refusal = await byUrl(["/good.png", path]);
    assert.match(refusal, /^422 images\.1: /, path);
    assert.match(refusal, message, path);
  }
  assert.match(await byUrl(["http://localhost:1/x.png"]), /^422 images\.0: could not be fetched/);
});
