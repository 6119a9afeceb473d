import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Check } from "typebox/value";
import {
  createImageFixture,
  formatErrorCodes,
  type ImageFixture,
  type ShownImage,
} from "./testing/image-fixture.ts";
import { movedTo } from "./update-image.ts";

let fixture: ImageFixture;

before(async () => {
  fixture = await createImageFixture();
});

after(() => fixture.stop());

/** Create a product with this many images, in the order of their ids. */
async function withImages(nth: number, count: number): Promise<{ product: number; ids: number[] }> {
  const product = fixture.products[nth] ?? 0;
  const urls = Array.from({ length: count }, () => "/20x10.png");
  const answer = await fixture.addByUrl(product, urls);
  assert.equal(answer.status, 200, answer.text);
  return { product, ids: answer.json<{ images: ShownImage[] }>().images.map(({ id }) => id) };
}

const put = (product: number, id: number, image: object) =>
  fixture.call("PUT", `/products/${product}/images/${id}.json`, { json: { image } });
const remove = (product: number, image_ids: unknown) =>
  fixture.call("DELETE", `/products/${product}/images.json`, { json: { image_ids } });

async function listPositions(product: number): Promise<[number, number][]> {
  return (await fixture.listImages(product)).map(({ id, position }) => [id, position]);
}

test("a moved image shifts the others by one, and the product shows it at once", async () => {
  const { product, ids } = await withImages(0, 4);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const updates = await fixture.updatesBy(async () => {
    const answer = await put(product, d, { position: 2, title: "From the side" });
    assert.ok(Check(operations.updateImage.response, answer.json()), answer.text);
    const { image } = answer.json<{ image: ShownImage }>();
    assert.deepEqual([image.id, image.position, image.title], [d, 2, "From the side"]);
  });
  assert.deepEqual(updates, [{ resource_id: product, context: "product/update" }]);
  assert.deepEqual(await listPositions(product), [
    [a, 1],
    [d, 2],
    [b, 3],
    [c, 4],
  ]);
  await put(product, a, { position: 9 });
  assert.deepEqual(
    (await listPositions(product)).map(([id]) => id),
    [d, b, c, a],
  );
  const whole = await fixture.call("GET", `/products/${product}.json`);
  const { image_url, images } = whole.json<{ product: { image_url: string; images: ShownImage[] } }>()
    .product;
  assert.equal(image_url, images[0]?.url);
});

test("an image update without a change returns 200 and publishes nothing", async () => {
  const { product, ids } = await withImages(1, 2);
  const [id = 0] = ids;
  const before = (await fixture.call("GET", `/products/${product}.json`)).text;
  const updates = await fixture.updatesBy(async () => {
    for (const image of [{}, { position: 1 }, { title: "" }, { position: 1, title: "" }])
      assert.equal((await put(product, id, image)).status, 200);
  });
  assert.deepEqual(updates, []);
  assert.equal((await fixture.call("GET", `/products/${product}.json`)).text, before);
});

test("an invalid image position or title is rejected by name", async () => {
  const { product, ids } = await withImages(1, 1);
  const [id = 0] = ids;
  for (const [image, path] of [
    [{ position: 0 }, "position"],
    [{ position: 10 }, "position"],
    [{ position: 1.5 }, "position"],
    [{ position: "1" }, "position"],
    [{ title: null }, "title"],
    [{ title: "x".repeat(256) }, "title"],
  ] as const)
    assert.match(
      formatErrorCodes(await put(product, id, image)),
      new RegExp(`^422 ${path}: `),
      JSON.stringify(image),
    );
  assert.equal(formatErrorCodes(await put(fixture.products[0] ?? 0, id, { title: "x" })), "404 not_found");
  assert.equal(formatErrorCodes(await put(product, id + 1_000, { title: "x" })), "404 not_found");
});

test("PRD-4 a deleted image leaves its variants, and later images move up", async () => {
  const { product, ids } = await withImages(2, 4);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const { database } = fixture.testing;
  const variants = fixture.store.variants.filter((variant) => variant.product_id === product);
  const shows = async (variantId: number, imageId: number) =>
    database.query("update variants set image_id = $3 where store_id = $1 and id = $2", [
      fixture.store.id,
      variantId,
      imageId,
    ]);
  const [first, second] = variants;
  if (first) await shows(first.id, b);
  if (second) await shows(second.id, c);
  await database.query("update products set version = version + 1 where store_id = $1 and id = $2", [
    fixture.store.id,
    product,
  ]);
  const updates = await fixture.updatesBy(async () => {
    const answer = await remove(product, ` ${b} ,${d},${b}`);
    assert.deepEqual([answer.status, answer.text], [200, "{}"]);
  });
  assert.deepEqual(updates, [{ resource_id: product, context: "product/update" }]);
  assert.deepEqual(await listPositions(product), [
    [a, 1],
    [c, 2],
  ]);
  const rows = await database.many<{ image_id: number }>(
    "select image_id from variants where store_id = $1 and product_id = $2 order by id",
    [fixture.store.id, product],
  );
  assert.deepEqual(
    rows.map(({ image_id }) => image_id),
    variants.length === 1 ? [0] : [0, c],
  );
});

test("all of the named images are deleted or none, and unknown ids are rejected", async () => {
  const { product, ids } = await withImages(3, 2);
  const { ids: others } = await withImages(0, 1);
  const [id = 0] = ids;
  const before = await listPositions(product);
  for (const wrong of [`${id},${others[0]}`, `${id},99999999`, String(others[0])])
    assert.equal(formatErrorCodes(await remove(product, wrong)), "422 image_ids: not_found", wrong);
  for (const wrong of [
    "",
    "a",
    "0",
    "-1",
    "1;2",
    "1,,2",
    ",",
    "1.5",
    "9007199254740993",
    1,
    null,
    [1],
    "1,2,3,4,5,6,7,8,9,10",
  ])
    assert.match(formatErrorCodes(await remove(product, wrong)), /^422 image_ids: /, JSON.stringify(wrong));
  assert.equal(formatErrorCodes(await remove(product + 1_000, String(id))), "404 not_found");
  assert.deepEqual(await listPositions(product), before);
  assert.equal((await remove(product, ids.join(","))).status, 200);
  assert.equal(formatErrorCodes(await remove(product, ids.join(","))), "422 image_ids: not_found");
});

test("images that move and go at the same time end in one unbroken order", async () => {
  const product = fixture.products[3] ?? 0;
  await withImages(3, 9);
  const ids = (await fixture.listImages(product)).map(({ id }) => id);
  const changes = ids.map((id, index) =>
    index % 3 === 0 ? remove(product, String(id)) : put(product, id, { position: ((index * 5) % 9) + 1 }),
  );
  for (const answer of await Promise.all(changes)) assert.ok([200, 404].includes(answer.status), answer.text);
  const places = (await listPositions(product)).map(([, position]) => position);
  assert.deepEqual(places, [1, 2, 3, 4, 5, 6]);
});

test("a move is a permutation, whatever the position", () => {
  const images = [1, 2, 3].map((id) => ({ id, title: "", position: id }));
  for (const id of [1, 2, 3])
    for (let position = 1; position <= 9; position++) {
      const moved = movedTo(images, id, position);
      assert.deepEqual(moved.map((image) => image.id).sort(), [1, 2, 3]);
      assert.equal(moved.find((image) => image.id === id)?.position, Math.min(position, 3));
      assert.deepEqual(
        moved.map((image) => image.position),
        [1, 2, 3],
      );
    }
});
