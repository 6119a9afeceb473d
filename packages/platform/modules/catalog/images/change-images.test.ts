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
import { moveImage } from "./update-image.ts";

let fixture: ImageFixture;

before(async () => {
  fixture = await createImageFixture();
});

after(() => fixture.stop());

/** Add `count` images to the fixture's product at `productIndex`. @returns the ids of the product and of the images */
async function createImages(
  productIndex: number,
  count: number,
): Promise<{ productId: number; ids: number[] }> {
  const productId = fixture.productIds[productIndex] ?? 0;
  const urls = Array.from({ length: count }, () => "/20x10.png");
  const response = await fixture.addByUrl(productId, urls);
  assert.equal(response.status, 200, response.text);
  return { productId, ids: response.json<{ images: ShownImage[] }>().images.map(({ id }) => id) };
}

const updateImage = (productId: number, id: number, image: object) =>
  fixture.call("PUT", `/products/${productId}/images/${id}.json`, { json: { image } });
const deleteImages = (productId: number, image_ids: unknown) =>
  fixture.call("DELETE", `/products/${productId}/images.json`, { json: { image_ids } });

async function listPositions(productId: number): Promise<[number, number][]> {
  return (await fixture.listImages(productId)).map(({ id, position }) => [id, position]);
}

test("changing an image's position shifts the product's other images", async () => {
  const { productId, ids } = await createImages(0, 4);
  const [firstId = 0, secondId = 0, thirdId = 0, fourthId = 0] = ids;
  const updates = await fixture.listUpdateEvents(async () => {
    const response = await updateImage(productId, fourthId, { position: 2, title: "From the side" });
    assert.ok(Check(operations.updateImage.response, response.json()), response.text);
    const { image } = response.json<{ image: ShownImage }>();
    assert.deepEqual([image.id, image.position, image.title], [fourthId, 2, "From the side"]);
  });
  assert.deepEqual(updates, [{ resource_id: productId, context: "product/update" }]);
  assert.deepEqual(await listPositions(productId), [
    [firstId, 1],
    [fourthId, 2],
    [secondId, 3],
    [thirdId, 4],
  ]);
  await updateImage(productId, firstId, { position: 9 });
  assert.deepEqual(
    (await listPositions(productId)).map(([id]) => id),
    [fourthId, secondId, thirdId, firstId],
  );
  const productResponse = await fixture.call("GET", `/products/${productId}.json`);
  const { image_url, images } = productResponse.json<{
    product: { image_url: string; images: ShownImage[] };
  }>().product;
  assert.equal(image_url, images[0]?.url);
});

test("an image update without a change returns 200 and publishes nothing", async () => {
  const { productId, ids } = await createImages(1, 2);
  const [id = 0] = ids;
  const textBefore = (await fixture.call("GET", `/products/${productId}.json`)).text;
  const updates = await fixture.listUpdateEvents(async () => {
    for (const image of [{}, { position: 1 }, { title: "" }, { position: 1, title: "" }])
      assert.equal((await updateImage(productId, id, image)).status, 200);
  });
  assert.deepEqual(updates, []);
  assert.equal((await fixture.call("GET", `/products/${productId}.json`)).text, textBefore);
});

test("an invalid image position or title is rejected with the field's name", async () => {
  const { productId, ids } = await createImages(1, 1);
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
      formatErrorCodes(await updateImage(productId, id, image)),
      new RegExp(`^422 ${path}: `),
      JSON.stringify(image),
    );
  assert.equal(
    formatErrorCodes(await updateImage(fixture.productIds[0] ?? 0, id, { title: "x" })),
    "404 not_found",
  );
  assert.equal(formatErrorCodes(await updateImage(productId, id + 1_000, { title: "x" })), "404 not_found");
});

test("PRD-4: deleting an image unlinks it from variants and renumbers the images after it", async () => {
  const { productId, ids } = await createImages(2, 4);
  const [firstId = 0, secondId = 0, thirdId = 0, fourthId = 0] = ids;
  const { database } = fixture.testPlatform;
  const variants = fixture.store.variants.filter((variant) => variant.product_id === productId);
  const setVariantImage = async (variantId: number, imageId: number) =>
    database.query("update variants set image_id = $3 where store_id = $1 and id = $2", [
      fixture.store.id,
      variantId,
      imageId,
    ]);
  const [firstVariant, secondVariant] = variants;
  if (firstVariant) await setVariantImage(firstVariant.id, secondId);
  if (secondVariant) await setVariantImage(secondVariant.id, thirdId);
  await database.query("update products set version = version + 1 where store_id = $1 and id = $2", [
    fixture.store.id,
    productId,
  ]);
  const updates = await fixture.listUpdateEvents(async () => {
    const response = await deleteImages(productId, ` ${secondId} ,${fourthId},${secondId}`);
    assert.deepEqual([response.status, response.text], [200, "{}"]);
  });
  assert.deepEqual(updates, [{ resource_id: productId, context: "product/update" }]);
  assert.deepEqual(await listPositions(productId), [
    [firstId, 1],
    [thirdId, 2],
  ]);
  const rows = await database.many<{ image_id: number }>(
    "select image_id from variants where store_id = $1 and product_id = $2 order by id",
    [fixture.store.id, productId],
  );
  // A seeded product has one or two variants.
  assert.deepEqual(
    rows.map(({ image_id }) => image_id),
    variants.length === 1 ? [0] : [0, thirdId],
  );
});

test("if one image id is unknown or invalid, no image is deleted", async () => {
  const { productId, ids } = await createImages(3, 2);
  const { ids: otherProductImageIds } = await createImages(0, 1);
  const [id = 0] = ids;
  const positionsBefore = await listPositions(productId);
  for (const invalidIds of [
    `${id},${otherProductImageIds[0]}`,
    `${id},99999999`,
    String(otherProductImageIds[0]),
  ])
    assert.equal(
      formatErrorCodes(await deleteImages(productId, invalidIds)),
      "422 image_ids: not_found",
      invalidIds,
    );
  for (const invalidIds of [
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
    assert.match(
      formatErrorCodes(await deleteImages(productId, invalidIds)),
      /^422 image_ids: /,
      JSON.stringify(invalidIds),
    );
  assert.equal(formatErrorCodes(await deleteImages(productId + 1_000, String(id))), "404 not_found");
  assert.deepEqual(await listPositions(productId), positionsBefore);
  assert.equal((await deleteImages(productId, ids.join(","))).status, 200);
  assert.equal(formatErrorCodes(await deleteImages(productId, ids.join(","))), "422 image_ids: not_found");
});

test("concurrent position changes and deletions of images leave consecutive positions", async () => {
  const productId = fixture.productIds[3] ?? 0;
  await createImages(3, 9);
  const ids = (await fixture.listImages(productId)).map(({ id }) => id);
  const changes = ids.map((id, index) =>
    index % 3 === 0
      ? deleteImages(productId, String(id))
      : updateImage(productId, id, { position: ((index * 5) % 9) + 1 }),
  );
  for (const response of await Promise.all(changes))
    assert.ok([200, 404].includes(response.status), response.text);
  const positions = (await listPositions(productId)).map(([, position]) => position);
  assert.deepEqual(positions, [1, 2, 3, 4, 5, 6]);
});

test("moveImage keeps every image once and numbers the positions consecutively", () => {
  const images = [1, 2, 3].map((id) => ({ id, title: "", position: id }));
  for (const id of [1, 2, 3])
    for (let position = 1; position <= 9; position++) {
      const movedImages = moveImage(images, id, position);
      assert.deepEqual(movedImages.map((image) => image.id).sort(), [1, 2, 3]);
      assert.equal(movedImages.find((image) => image.id === id)?.position, Math.min(position, 3));
      assert.deepEqual(
        movedImages.map((image) => image.position),
        [1, 2, 3],
      );
    }
});
