import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createImageFixture, type ImageFixture } from "../images/testing/image-fixture.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let fixture: ImageFixture;

before(async () => {
  fixture = await createImageFixture();
});
after(() => fixture.stop());

const create = (product: object) => fixture.call("POST", "/products.json", { json: { product } });
const at = (path: string) => `${fixture.imageServer.url}${path}`;

async function count(): Promise<number> {
  return (await fixture.call("GET", "/products/count.json")).json<{ count: number }>().count;
}

test("a product is created with images by their addresses, in order", async () => {
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

test("PRD-4: a new variant names its image by position; one out of range is rejected", async () => {
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
  const fetched = fixture.imageServer.requests.length;
  const beyond = await create({ title: "Beyond", images, variants: [{ image_position: 3 }] });
  assert.equal(beyond.status, 422, beyond.text);
  assert.match(beyond.text, /"path":"variants.0.image_position"/);
  assert.equal(fixture.imageServer.requests.length, fetched);
});

test("an address without an image makes no product, and sure rejections fetch nothing", async () => {
  const before = await count();
  const missing = await create({ title: "Unseen", images: [at("/64x48.png"), at("/none.png")] });
  assert.equal(missing.status, 422, missing.text);
  assert.match(missing.text, /"path":"images.1"/);
  const fetched = fixture.imageServer.requests.length;
  const wrong = await create({ title: " ", images: [at("/64x48.png")] });
  assert.match(wrong.text, /"path":"title"/);
  const many = await create({ title: "Much", images: Array.from({ length: 10 }, () => at("/64x48.png")) });
  assert.match(many.text, /"path":"images","code":"too_many"/);
  assert.equal(fixture.imageServer.requests.length, fetched);
  assert.equal(await count(), before);
});
