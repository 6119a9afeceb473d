import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createImageFixture, type ImageFixture } from "../images/testing/image-fixture.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let fixture: ImageFixture;

before(async () => {
  fixture = await createImageFixture();
});
after(() => fixture.stop());

const createProduct = (product: object) => fixture.call("POST", "/products.json", { json: { product } });
const getImageUrl = (path: string) => `${fixture.imageServer.url}${path}`;

async function countProducts(): Promise<number> {
  return (await fixture.call("GET", "/products/count.json")).json<{ count: number }>().count;
}

test("a product can be created with images by URL, which keep their order", async () => {
  const response = await createProduct({
    title: "Seen",
    images: [getImageUrl("/64x48.png"), getImageUrl("/20x10.png")],
  });
  assert.equal(response.status, 200, response.text);
  const { product } = response.json<{ product: WholeProduct }>();
  assert.deepEqual(
    product.images.map(({ position, width, height }) => [position, width, height]),
    [
      [1, 64, 48],
      [2, 20, 10],
    ],
  );
  assert.equal(product.image_url, product.images[0]?.url);
});

test("PRD-4: a new variant refers to an image by position, which must be in range", async () => {
  const images = [getImageUrl("/64x48.png"), getImageUrl("/20x10.png")];
  const createOptions = (value: string) => [{ name: "Size", value }];
  const variants = [
    { options: createOptions("S"), image_position: 2 },
    { options: createOptions("M") },
    { options: createOptions("L"), image_position: 1 },
  ];
  const response = await createProduct({ title: "Chosen", images, variants });
  assert.equal(response.status, 200, response.text);
  const { product } = response.json<{ product: WholeProduct }>();
  const [firstId, secondId] = product.images.map(({ id }) => id);
  assert.deepEqual(
    product.variants.map(({ image_id }) => image_id),
    [secondId, 0, firstId],
  );
  const requestsBefore = fixture.imageServer.requests.length;
  const outOfRangeResponse = await createProduct({
    title: "Beyond",
    images,
    variants: [{ image_position: 3 }],
  });
  assert.equal(outOfRangeResponse.status, 422, outOfRangeResponse.text);
  assert.match(outOfRangeResponse.text, /"path":"variants.0.image_position"/);
  assert.equal(fixture.imageServer.requests.length, requestsBefore);
});

test("a failed image fetch creates no product", async () => {
  const countBefore = await countProducts();
  const missingImageResponse = await createProduct({
    title: "Unseen",
    images: [getImageUrl("/64x48.png"), getImageUrl("/none.png")],
  });
  assert.equal(missingImageResponse.status, 422, missingImageResponse.text);
  assert.match(missingImageResponse.text, /"path":"images.1"/);
  assert.equal(await countProducts(), countBefore);
});

test("no image is fetched for a new product with invalid fields", async () => {
  const countBefore = await countProducts();
  const requestsBefore = fixture.imageServer.requests.length;
  const invalidTitleResponse = await createProduct({ title: " ", images: [getImageUrl("/64x48.png")] });
  assert.match(invalidTitleResponse.text, /"path":"title"/);
  const tooManyImagesResponse = await createProduct({
    title: "Much",
    images: Array.from({ length: 10 }, () => getImageUrl("/64x48.png")),
  });
  assert.match(tooManyImagesResponse.text, /"path":"images","code":"too_many"/);
  assert.equal(fixture.imageServer.requests.length, requestsBefore);
  assert.equal(await countProducts(), countBefore);
});
