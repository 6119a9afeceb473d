import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform, waitForLockWaits } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { type CollectionCalls, createCollectionCalls } from "../testing/collection-calls.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;
let calls: CollectionCalls;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
  calls = createCollectionCalls(fixture);
});
after(() => testPlatform.stop());

test("deleting a collection keeps its products and its child collections", async () => {
  const [deletedCollection, childCollection] = [
    await calls.createCollection({ title: "Gone" }),
    await calls.createCollection({ title: "Child" }),
  ];
  await calls.updateCollection(childCollection.id, { parent_id: deletedCollection.id });
  const [firstId = 0, secondId = 0, thirdId = 0] = fixture.productIds;
  for (const id of [firstId, secondId]) await calls.createCollect(deletedCollection.id, id);
  await calls.createCollect(childCollection.id, thirdId);
  assert.equal((await calls.getCollection(deletedCollection.id)).products_count, 2);
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
  const childAfter = await calls.getCollection(childCollection.id);
  assert.deepEqual([childAfter.parent_id, childAfter.products_count], [null, 1]);
  const remainingCollects = await fixture.expectSuccess<{ total_count: number }>(
    "GET",
    `/3.0/collects.json?collection_id=${deletedCollection.id}`,
  );
  assert.equal(remainingCollects.total_count, 0);
});

test("deleting a collection publishes nothing for a product that a concurrent transaction removes from it", async () => {
  const { id } = await calls.createCollection({ title: "Removed meanwhile" });
  const [firstId = 0, secondId = 0] = fixture.productIds;
  for (const productId of [firstId, secondId]) await calls.createCollect(id, productId);
  const { database } = testPlatform;
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
  const { id } = await calls.createCollection({ title: "Thousands" });
  const rows = await testPlatform.database.many<{ id: number }>(
    `with created as (
       insert into products (store_id, handle, title) select $1, 'many-' || n, 'Many' from generate_series(1, 2100) n
       returning id)
     insert into collects (store_id, collection_id, product_id, position)
     select $1, $2, created.id, row_number() over (order by created.id) from created returning product_id as id`,
    [fixture.api.store.id, id],
  );
  assert.equal((await calls.getCollection(id)).products_count, 2100);
  type CollectPage = { total_count: number; page: number; collects: { position: number }[] };
  // The last of 42 pages with 50 collects each.
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
  const versions = await testPlatform.database.many(
    "select distinct version from products where store_id = $1 and id = any($2)",
    [fixture.api.store.id, ids],
  );
  assert.deepEqual(versions, [{ version: 2 }]);
  await testPlatform.database.query("delete from products where store_id = $1 and id = any($2)", [
    fixture.api.store.id,
    ids,
  ]);
});
