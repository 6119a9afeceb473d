import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { readError } from "../../../http/testing/store-api.ts";
import { type Collection, type CollectionCalls, createCollectionCalls } from "../testing/collection-calls.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;
let calls: CollectionCalls;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
  calls = createCollectionCalls(fixture);
});
after(() => testPlatform.stop());

test("a new collection is placed last and gets a unique handle made from its title", async () => {
  const firstCollection = await calls.createCollection({ collection: { title: "  Crème & Teh Tarik  " } });
  assert.deepEqual([firstCollection.title, firstCollection.handle], ["Crème & Teh Tarik", "creme-teh-tarik"]);
  assert.deepEqual(
    [
      firstCollection.image_url,
      firstCollection.parent_id,
      firstCollection.products_count,
      firstCollection.is_published,
    ],
    [null, null, 0, true],
  );
  const secondCollection = await calls.createCollection({ title: "Crème & Teh Tarik" });
  assert.equal(secondCollection.handle, "creme-teh-tarik-2");
  assert.equal(secondCollection.position, firstCollection.position + 1);
  assert.deepEqual(await calls.getCollection(firstCollection.id), firstCollection);
  const namelessCollection = await calls.createCollection({ title: "新年" });
  assert.equal(namelessCollection.handle, "collection");
});

test("an invalid field of a new or updated collection is named in the error, and nothing is saved", async () => {
  const existingCollection = await calls.createCollection({ title: "Taken", handle: "taken" });
  const loadCount = () => fixture.expectSuccess<{ count: number }>("GET", "/3.0/collections/count.json");
  const countBefore = await loadCount();
  const invalidCases: [object, RegExp][] = [
    [{}, /^title required$/],
    [{ title: "" }, /^title required$/],
    [{ title: "   " }, /^title required$/],
    [{ title: "x".repeat(256) }, /^title too_long$/],
    [{ title: 5 }, /^title invalid_type$/],
    [{ title: "T", handle: "taken" }, /^handle not_unique$/],
    [{ title: "T", handle: "Not A Handle" }, /^handle /],
    [{ title: "T", handle: "" }, /^handle required$/],
    [{ title: "T", image_url: "gifts.jpg" }, /^image_url invalid_format$/],
    [{ title: "T", image_url: "javascript:alert(1)" }, /^image_url invalid_format$/],
    [{ title: "T", image_url: `https://a.test/${"x".repeat(2048)}` }, /^image_url too_long$/],
    [{ title: "T", parent_id: 987_654 }, /^parent_id not_found$/],
    [{ title: "T", parent_id: 0 }, /^parent_id out_of_range$/],
    [{ title: "T", position: -1 }, /^position out_of_range$/],
    [{ title: "T", position: 1.5 }, /^position invalid_type$/],
    [{ title: "T", is_published: "yes" }, /^is_published invalid_type$/],
    // The maximum is 256 KiB, which is 262,144 bytes. In UTF-8, "é" has 2 bytes.
    [{ title: "T", body_html: "x".repeat(262_145) }, /^body_html too_long$/],
    [{ title: "T", body_html: "é".repeat(131_073) }, /^body_html too_long$/],
  ];
  for (const [json, expectedFieldError] of invalidCases) {
    const [code, fieldError = ""] = await fixture.expectError("POST", "/3.0/collections.json", json);
    assert.equal(code, "invalid", JSON.stringify(json).slice(0, 100));
    assert.match(fieldError, expectedFieldError);
    const updateBody = { title: "Fixed", ...json };
    if ("title" in json && json.title === "T") {
      const path = `/3.0/collections/${(await getSpareCollection()).id}.json`;
      const [updateCode, updateFieldError] = await fixture.expectError("PUT", path, updateBody);
      assert.deepEqual([updateCode, updateFieldError], [code, fieldError]);
    }
  }
  assert.deepEqual(
    await loadCount(),
    { count: countBefore.count + 1 },
    "only the spare collection was created",
  );
  assert.deepEqual(await calls.getCollection(existingCollection.id), existingCollection);
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await fixture.expectError(method, "/3.0/collections/987654.json", {}), ["not_found"]);
});

let spareCollection: Promise<Collection> | undefined;
function getSpareCollection(): Promise<Collection> {
  spareCollection ??= calls.createCollection({ title: "Spare" });
  return spareCollection;
}

test("a collection update changes only the sent fields, and null clears a field", async () => {
  const createdCollection = await calls.createCollection({
    title: "Lamps",
    description: "Warm",
    image_url: "https://pictures.test/a b.png",
  });
  assert.equal(createdCollection.image_url, "https://pictures.test/a%20b.png");
  const updatedCollection = await calls.updateCollection(createdCollection.id, {
    collection: { title: "Lights", position: 0 },
  });
  assert.deepEqual(
    { ...updatedCollection, updated_at: "" },
    { ...createdCollection, title: "Lights", position: 0, updated_at: "" },
    "the handle is unchanged",
  );
  assert.ok(updatedCollection.updated_at > createdCollection.updated_at);
  assert.deepEqual(
    await calls.updateCollection(createdCollection.id, {
      title: "Lights",
      image_url: createdCollection.image_url,
    }),
    updatedCollection,
  );
  assert.deepEqual(await calls.updateCollection(createdCollection.id, {}), updatedCollection);
  assert.equal((await calls.updateCollection(createdCollection.id, { image_url: null })).image_url, null);
  const collectionWithoutImage = await calls.updateCollection(
    (await calls.createCollection({ title: "Bare", image_url: "" })).id,
    { image_url: "" },
  );
  assert.deepEqual(
    [collectionWithoutImage.image_url, collectionWithoutImage.updated_at],
    [null, collectionWithoutImage.created_at],
    "an empty text means no image",
  );
});

test("an image URL on the files host is stored as a path without the domain", async () => {
  const { filesOrigin } = testPlatform.addresses;
  const createdCollection = await calls.createCollection({
    title: "Moving",
    image_url: `${filesOrigin}/demo/products/mug.png`,
  });
  assert.equal(createdCollection.image_url, `${filesOrigin}/demo/products/mug.png`);
  const rows = await testPlatform.database.many("select image_url from collections where id = $1", [
    createdCollection.id,
  ]);
  assert.deepEqual(rows, [{ image_url: "/demo/products/mug.png" }]);
});

test("a collection cannot become its own ancestor, even by concurrent parent changes", async () => {
  const [a, b, c] = [
    await calls.createCollection({ title: "A" }),
    await calls.createCollection({ title: "B" }),
    await calls.createCollection({ title: "C" }),
  ];
  await calls.updateCollection(b.id, { parent_id: a.id });
  await calls.updateCollection(c.id, { parent_id: b.id });
  const changeParent = async (id: number, parent_id: number) =>
    readError(await fixture.api.call("PUT", `/3.0/collections/${id}.json`, { json: { parent_id } })).fields;
  const createExpectedErrors = (template: string) => [
    { path: "parent_id", code: "not_allowed", message: template.replace("{field}", "parent_id"), template },
  ];
  assert.deepEqual(
    await changeParent(a.id, a.id),
    createExpectedErrors("{field} is the collection itself. Choose another collection."),
  );
  assert.deepEqual(
    await changeParent(a.id, c.id),
    createExpectedErrors("{field} is a descendant of this collection. Choose another collection."),
  );
  assert.equal((await calls.updateCollection(b.id, { parent_id: null })).parent_id, null);
  await calls.updateCollection(c.id, { parent_id: null });
  for (let round = 0; round < 8; round++) {
    const buildRequest = (parent_id: number) => ({ json: { parent_id } });
    const responses = await Promise.all([
      fixture.api.call("PUT", `/3.0/collections/${a.id}.json`, buildRequest(b.id)),
      fixture.api.call("PUT", `/3.0/collections/${b.id}.json`, buildRequest(a.id)),
    ]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422]);
    for (const id of [a.id, b.id]) await calls.updateCollection(id, { parent_id: null });
  }
});

test("renaming a collection changes its products' JSON but publishes no product events", async () => {
  const { id } = await calls.createCollection({ title: "Old name" });
  const [firstId = 0, secondId = 0] = fixture.productIds;
  for (const productId of [firstId, secondId]) await calls.createCollect(id, productId);
  const productBefore = await fixture.getProduct(firstId);
  assert.ok(productBefore.collections.some(({ title }) => title === "Old name"));
  const events = await fixture.listEventsPublishedBy(() =>
    calls.updateCollection(id, { title: "New name", handle: "new-name" }),
  );
  assert.deepEqual(events, []);
  const productAfter = await fixture.getProduct(firstId);
  assert.deepEqual(
    productAfter.collections.find((collection) => collection.id === id),
    { id, title: "New name", handle: "new-name" },
  );
  assert.equal(productAfter.updated_at, productBefore.updated_at);
});

test("a product added to a collection during the renaming of the collection shows the new name", async () => {
  const { id } = await calls.createCollection({ title: "Name 0" });
  const [firstId = 0, secondId = 0, thirdId = 0] = fixture.productIds;
  await calls.createCollect(id, firstId);
  for (let round = 1; round <= 12; round++) {
    const addedProductId = round % 2 ? secondId : thirdId;
    const title = `Name ${round}`;
    await Promise.all([
      calls.updateCollection(id, { title }),
      calls.createCollect(id, addedProductId),
      fixture.getProduct(addedProductId),
    ]);
    for (const productId of [firstId, addedProductId]) {
      const { collections } = await fixture.getProduct(productId);
      assert.equal(collections.find((collection) => collection.id === id)?.title, title);
    }
    const { collects } = await fixture.expectSuccess<{ collects: { id: number }[] }>(
      "GET",
      `/3.0/collects.json?collection_id=${id}&product_id=${addedProductId}`,
    );
    await fixture.expectSuccess("DELETE", `/3.0/collects/${collects[0]?.id}.json`);
  }
});
