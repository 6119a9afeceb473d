import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ImageWorld, imageWorld } from "../images/testing/image-world.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let world: ImageWorld;

before(async () => {
  world = await imageWorld();
});
after(() => world.stop());

const create = (product: object) => world.call("POST", "/products.json", { json: { product } });
const at = (path: string) => `${world.pictures.url}${path}`;

async function count(): Promise<number> {
  return (await world.call("GET", "/products/count.json")).json<{ count: number }>().count;
}

test("a product is made with pictures by their addresses, in their order", async () => {
  const answer = await create({ title: "Seen", images: [at("/64x48.png"), at("/20x10.png")] });
  assert.equal(answer.status, 200, answer.text);
  const { product } = answer.json<{ product: WholeProduct }>();
  assert.deepEqual(
    product.images.map(({ position, width, height }) => [position, width, height]),
    [
      [1, 64, 48],
      [2, 20, 10],
    ],
  );
  assert.equal(product.image_url, product.images[0]?.url);
});

test("PRD-4: a variant of a new product names its picture by its place; one beyond those sent is refused", async () => {
  const images = [at("/64x48.png"), at("/20x10.png")];
  const sized = (value: string) => [{ name: "Size", value }];
  const variants = [
    { options: sized("S"), image_position: 2 },
    { options: sized("M") },
    { options: sized("L"), image_position: 1 },
  ];
  const answer = await create({ title: "Chosen", images, variants });
  assert.equal(answer.status, 200, answer.text);
  const { product } = answer.json<{ product: WholeProduct }>();
  const [first, second] = product.images.map(({ id }) => id);
  assert.deepEqual(
    product.variants.map(({ image_id }) => image_id),
    [second, 0, first],
  );
  const fetched = world.pictures.requests.length;
  const beyond = await create({ title: "Beyond", images, variants: [{ image_position: 3 }] });
  assert.equal(beyond.status, 422, beyond.text);
  assert.match(beyond.text, /"path":"variants.0.image_position"/);
  assert.equal(world.pictures.requests.length, fetched);
});

test("one address without a picture, and no product is made; what is sure to be refused is not fetched", async () => {
  const before = await count();
  const missing = await create({ title: "Unseen", images: [at("/64x48.png"), at("/none.png")] });
  assert.equal(missing.status, 422, missing.text);
  assert.match(missing.text, /"path":"images.1"/);
  const fetched = world.pictures.requests.length;
  const wrong = await create({ title: " ", images: [at("/64x48.png")] });
  assert.match(wrong.text, /"path":"title"/);
  const many = await create({ title: "Much", images: Array.from({ length: 10 }, () => at("/64x48.png")) });
  assert.match(many.text, /"path":"images","message":"must have at most 9 entries"/);
  assert.equal(world.pictures.requests.length, fetched);
  assert.equal(await count(), before);
});
