import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform, waitForLockWaits } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { readError } from "../../../http/testing/store-api.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
});
after(() => testing.stop());

interface Collection {
  id: number;
  title: string;
  handle: string;
  image_url: string | null;
  position: number;
  parent_id: number | null;
  products_count: number;
  is_published: boolean;
  created_at: string;
  updated_at: string;
}

const createCollection = async (json: object) =>
  (await fixture.expectSuccess<{ collection: Collection }>("POST", "/3.0/collections.json", json)).collection;
const getCollection = async (id: number) =>
  (await fixture.expectSuccess<{ collection: Collection }>("GET", `/3.0/collections/${id}.json`)).collection;
const updateCollection = async (id: number, json: object) =>
  (await fixture.expectSuccess<{ collection: Collection }>("PUT", `/3.0/collections/${id}.json`, json))
    .collection;
const createCollect = (collection_id: number, product_id: number) =>
  fixture.expectSuccess("POST", "/3.0/collects.json", { collect: { collection_id, product_id } });

test("a collection gets a unique handle from its title and the last position", async () => {
  const firstCollection = await createCollection({ collection: { title: "  Crème & Teh Tarik  " } });
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
  const secondCollection = await createCollection({ title: "Crème & Teh Tarik" });
  assert.equal(secondCollection.handle, "creme-teh-tarik-2");
  assert.equal(secondCollection.position, firstCollection.position + 1);
  assert.deepEqual(await getCollection(firstCollection.id), firstCollection);
  const namelessCollection = await createCollection({ title: "新年" });
  assert.equal(namelessCollection.handle, "collection");
});

test("invalid collection fields are rejected with the field's name and change nothing", async () => {
  const existingCollection = await createCollection({ title: "Taken", handle: "taken" });
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
    [{ title: "T", body_html: "x".repeat(262_145) }, /^body_html too_long$/],
    [{ title: "T", body_html: "é".repeat(131_073) }, /^body_html too_long$/],
  ];
  for (const [json, expectedField] of invalidCases) {
    const [code, field = ""] = await fixture.expectError("POST", "/3.0/collections.json", json);
    assert.equal(code, "invalid", JSON.stringify(json).slice(0, 100));
    assert.match(field, expectedField);
    const updateBody = { title: "Fixed", ...json };
    if ("title" in json && json.title === "T") {
      const path = `/3.0/collections/${(await getSpareCollection()).id}.json`;
      const [updateCode, updateField] = await fixture.expectError("PUT", path, updateBody);
      assert.deepEqual([updateCode, updateField], [code, field]);
    }
  }
  assert.deepEqual(await loadCount(), { count: countBefore.count + 1 }, "only the spare one was created");
  assert.deepEqual(await getCollection(existingCollection.id), existingCollection);
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await fixture.expectError(method, "/3.0/collections/987654.json", {}), ["not_found"]);
});

let spareCollection: Promise<Collection> | undefined;
function getSpareCollection(): Promise<Collection> {
  spareCollection ??= createCollection({ title: "Spare" });
  return spareCollection;
}

test("a collection update changes only sent fields, and null clears a field", async () => {
  const createdCollection = await createCollection({
    title: "Lamps",
    description: "Warm",
    image_url: "https://pictures.test/a b.png",
  });
  assert.equal(createdCollection.image_url, "https://pictures.test/a%20b.png");
  const updatedCollection = await updateCollection(createdCollection.id, {
    collection: { title: "Lights", position: 0 },
  });
  assert.deepEqual(
    { ...updatedCollection, updated_at: "" },
    { ...createdCollection, title: "Lights", position: 0, updated_at: "" },
    "the handle is unchanged",
  );
  assert.ok(updatedCollection.updated_at > createdCollection.updated_at);
  assert.deepEqual(
    await updateCollection(createdCollection.id, { title: "Lights", image_url: createdCollection.image_url }),
    updatedCollection,
  );
  assert.deepEqual(await updateCollection(createdCollection.id, {}), updatedCollection);
  assert.equal((await updateCollection(createdCollection.id, { image_url: null })).image_url, null);
  const collectionWithoutImage = await updateCollection(
    (await createCollection({ title: "Bare", image_url: "" })).id,
    { image_url: "" },
  );
  assert.deepEqual(
    [collectionWithoutImage.image_url, collectionWithoutImage.updated_at],
    [null, collectionWithoutImage.created_at],
    "an empty text means no image",
  );
});

test("an image URL on the files host is stored as a path without the domain", async () => {
  const { filesOrigin } = testing.addresses;
  const createdCollection = await createCollection({
    title: "Moving",
    image_url: `${filesOrigin}/demo/products/mug.png`,
  });
  assert.equal(createdCollection.image_url, `${filesOrigin}/demo/products/mug.png`);
  const rows = await testing.database.many("select image_url from collections where id = $1", [
    createdCollection.id,
  ]);
  assert.deepEqual(rows, [{ image_url: "/demo/products/mug.png" }]);
});

test("a collection cannot become its own ancestor, even by concurrent parent changes", async () => {
  const [a, b, c] = [
    await createCollection({ title: "A" }),
    await createCollection({ title: "B" }),
    await createCollection({ title: "C" }),
  ];
  await updateCollection(b.id, { parent_id: a.id });
  await updateCollection(c.id, { parent_id: b.id });
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
  assert.equal((await updateCollection(b.id, { parent_id: null })).parent_id, null);
  await updateCollection(c.id, { parent_id: null });
  for (let round = 0; round < 8; round++) {
    const buildRequest = (parent_id: number) => ({ json: { parent_id } });
    const responses = await Promise.all([
      fixture.api.call("PUT", `/3.0/collections/${a.id}.json`, buildRequest(b.id)),
      fixture.api.call("PUT", `/3.0/collections/${b.id}.json`, buildRequest(a.id)),
    ]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422]);
    for (const id of [a.id, b.id]) await updateCollection(id, { parent_id: null });
  }
});

test("deleting a collection keeps its products and its child collections", async () => {
  const [deletedCollection, childCollection] = [
    await createCollection({ title: "Gone" }),
    await createCollection({ title: "Child" }),
  ];
  await updateCollection(childCollection.id, { parent_id: deletedCollection.id });
  const [firstId = 0, secondId = 0, thirdId = 0] = fixture.productIds;
  for (const id of [firstId, secondId]) await createCollect(deletedCollection.id, id);
  await createCollect(childCollection.id, thirdId);
  assert.equal((await getCollection(deletedCollection.id)).products_count, 2);
  const productBefore = await fixture.getProduct(firstId);
  const events = await fixture.listEventsPublishedBy(() =>
    fixture.expectSuccess("DELETE", `/3.0/collections/${deletedCollection.id}.json`),
  );
  assert.deepEqual(
    events,
    [firstId, secondId].map((resource_id) => ({
      topic: "product/update",
      resource_id,
      context: "product/update",
      trigger_by_app: events[0]?.trigger_by_app,
    })),
  );
  assert.ok(events[0]?.trigger_by_app, "the event has the app that caused it");
  const productAfter = await fixture.getProduct(firstId);
  assert.deepEqual(productAfter, { ...productBefore, collections: [], updated_at: productAfter.updated_at });
  assert.ok(productAfter.updated_at > productBefore.updated_at);
  assert.deepEqual(await fixture.expectError("GET", `/3.0/collections/${deletedCollection.id}.json`), [
    "not_found",
  ]);
  const childAfter = await getCollection(childCollection.id);
  assert.deepEqual([childAfter.parent_id, childAfter.products_count], [null, 1]);
  const remainingCollects = await fixture.expectSuccess<{ total_count: number }>(
    "GET",
    `/3.0/collects.json?collection_id=${deletedCollection.id}`,
  );
  assert.equal(remainingCollects.total_count, 0);
});

test("deleting a collection publishes nothing for a product removed concurrently", async () => {
  const { id } = await createCollection({ title: "Removed meanwhile" });
  const [firstId = 0, secondId = 0] = fixture.productIds;
  for (const product of [firstId, secondId]) await createCollect(id, product);
  const { database } = testing;
  const [productLocked, deletionWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lockingTransaction = database.transaction(async (tx) => {
    const lockText = "select from products where store_id = $1 and id = $2 for no key update";
    await tx.query(lockText, [fixture.api.store.id, firstId]);
    productLocked.resolve();
    await deletionWaiting.promise;
    const text = "delete from collects where store_id = $1 and collection_id = $2 and product_id = $3";
    await tx.query(text, [fixture.api.store.id, id, firstId]);
  });
  await productLocked.promise;
  const events = await fixture.listEventsPublishedBy(async () => {
    const deletion = fixture.expectSuccess("DELETE", `/3.0/collections/${id}.json`);
    await waitForLockWaits(database);
    deletionWaiting.resolve();
    await Promise.all([lockingTransaction, deletion]);
  });
  assert.deepEqual(
    events.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/update", secondId]],
  );
});

test("deleting a collection of 2,100 products publishes one event for each product", async () => {
  const { id } = await createCollection({ title: "Thousands" });
  const rows = await testing.database.many<{ id: number }>(
    `with created as (
       insert into products (store_id, handle, title) select $1, 'many-' || n, 'Many' from generate_series(1, 2100) n
       returning id)
     insert into collects (store_id, collection_id, product_id, position)
     select $1, $2, created.id, row_number() over (order by created.id) from created returning product_id as id`,
    [fixture.api.store.id, id],
  );
  assert.equal((await getCollection(id)).products_count, 2100);
  type CollectPage = { total_count: number; page: number; collects: { position: number }[] };
  const path = `/3.0/collects.json?collection_id=${id}&sort=position.asc&page=42`;
  const list = await fixture.expectSuccess<CollectPage>("GET", path);
  assert.deepEqual([list.total_count, list.page, list.collects.at(-1)?.position], [2100, 42, 2100]);
  const events = await fixture.listEventsPublishedBy(() =>
    fixture.expectSuccess("DELETE", `/3.0/collections/${id}.json`),
  );
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  assert.deepEqual(
    events.map(({ resource_id }) => resource_id),
    ids,
  );
  const versions = await testing.database.many(
    "select distinct version from products where store_id = $1 and id = any($2)",
    [fixture.api.store.id, ids],
  );
  assert.deepEqual(versions, [{ version: 2 }]);
  await testing.database.query("delete from products where store_id = $1 and id = any($2)", [
    fixture.api.store.id,
    ids,
  ]);
});

test("renaming a collection changes its products' JSON but publishes no product events", async () => {
  const { id } = await createCollection({ title: "Old name" });
  const [firstId = 0, secondId = 0] = fixture.productIds;
  for (const product of [firstId, secondId]) await createCollect(id, product);
  const productBefore = await fixture.getProduct(firstId);
  assert.ok(productBefore.collections.some(({ title }) => title === "Old name"));
  const events = await fixture.listEventsPublishedBy(() =>
    updateCollection(id, { title: "New name", handle: "new-name" }),
  );
  assert.deepEqual(events, []);
  const productAfter = await fixture.getProduct(firstId);
  assert.deepEqual(
    productAfter.collections.find((shown) => shown.id === id),
    { id, title: "New name", handle: "new-name" },
  );
  assert.equal(productAfter.updated_at, productBefore.updated_at);
});

test("a product added during a rename does not show the collection's old name", async () => {
  const { id } = await createCollection({ title: "Name 0" });
  const [firstId = 0, secondId = 0, thirdId = 0] = fixture.productIds;
  await createCollect(id, firstId);
  for (let round = 1; round <= 12; round++) {
    const product = round % 2 ? secondId : thirdId;
    const title = `Name ${round}`;
    await Promise.all([
      updateCollection(id, { title }),
      createCollect(id, product),
      fixture.getProduct(product),
    ]);
    for (const productId of [firstId, product]) {
      const { collections } = await fixture.getProduct(productId);
      assert.equal(collections.find((shown) => shown.id === id)?.title, title);
    }
    const { collects } = await fixture.expectSuccess<{ collects: { id: number }[] }>(
      "GET",
      `/3.0/collects.json?collection_id=${id}&product_id=${product}`,
    );
    await fixture.expectSuccess("DELETE", `/3.0/collects/${collects[0]?.id}.json`);
  }
});
