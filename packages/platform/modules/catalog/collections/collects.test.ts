import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { mergeCountRows } from "../merge-count-rows.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
});
after(() => testPlatform.stop());

interface Collect {
  id: number;
  product_id: number;
  collection_id: number;
  position: number;
  updated_at: string;
}

async function createCollection(title: string): Promise<number> {
  const { collection } = await fixture.expectSuccess<{ collection: { id: number } }>(
    "POST",
    "/3.0/collections.json",
    {
      title,
    },
  );
  return collection.id;
}

const createCollect = async (json: object) =>
  (await fixture.expectSuccess<{ collect: Collect }>("POST", "/3.0/collects.json", { collect: json }))
    .collect;
/** List collects, and assert that the count endpoint returns the list's total count. */
const listCollects = async (query: string) => {
  const response = await fixture.expectSuccess<{ collects: Collect[]; total_count: number }>(
    "GET",
    `/3.0/collects.json?${query}`,
  );
  const { count } = await fixture.expectSuccess<{ count: number }>(
    "GET",
    `/3.0/collects/count.json?${query}`,
  );
  assert.equal(count, response.total_count, query);
  return response.collects;
};
/** List the ids of a collection's products by position. */
const listProductIds = async (collection_id: number) =>
  (await listCollects(`collection_id=${collection_id}&sort=position.asc`)).map(
    ({ product_id }) => product_id,
  );

test("adding a product to a collection twice publishes only one event", async () => {
  const collection_id = await createCollection("Gifts");
  const [product_id = 0] = fixture.productIds;
  const productBefore = await fixture.getProduct(product_id);
  let createdCollect: Collect | undefined;
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    createdCollect = await createCollect({ product_id, collection_id });
  });
  assert.deepEqual(
    publishedEvents.map(({ topic, resource_id, context }) => [topic, resource_id, context]),
    [["product/update", product_id, "product/update"]],
  );
  const productAfter = await fixture.getProduct(product_id);
  assert.deepEqual(productAfter.collections, [{ id: collection_id, title: "Gifts", handle: "gifts" }]);
  assert.ok(productAfter.updated_at > productBefore.updated_at);
  const repeatedEvents = await fixture.listEventsPublishedBy(async () => {
    assert.deepEqual(await createCollect({ product_id, collection_id, position: 9 }), createdCollect);
  });
  assert.deepEqual(repeatedEvents, []);
  assert.deepEqual(await fixture.getProduct(product_id), productAfter);
  const deleteEvents = await fixture.listEventsPublishedBy(() =>
    fixture.expectSuccess("DELETE", `/3.0/collects/${createdCollect?.id}.json`),
  );
  assert.deepEqual(
    deleteEvents.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/update", product_id]],
  );
  assert.deepEqual((await fixture.getProduct(product_id)).collections, []);
  assert.deepEqual(await fixture.expectError("DELETE", `/3.0/collects/${createdCollect?.id}.json`), [
    "not_found",
  ]);
});

test("adding a product to a collection 12 times concurrently creates one collect", async () => {
  const collection_id = await createCollection("Crowded");
  const [product_id = 0] = fixture.productIds;
  const createdCollects: Collect[] = [];
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    createdCollects.push(
      ...(await Promise.all(Array.from({ length: 12 }, () => createCollect({ product_id, collection_id })))),
    );
  });
  assert.equal(publishedEvents.length, 1);
  assert.equal(new Set(createdCollects.map(({ id }) => id)).size, 1);
});

test("products added to a collection concurrently get consecutive positions", async () => {
  const collection_id = await createCollection("At once");
  const createdCollects = await Promise.all(
    fixture.productIds.map((product_id) => createCollect({ product_id, collection_id })),
  );
  assert.deepEqual(createdCollects.map(({ position }) => position).sort(), [1, 2, 3]);
});

test("changing a product's position in a collection shifts the products in between", async () => {
  const collection_id = await createCollection("In order");
  const [a = 0, b = 0, c = 0] = fixture.productIds;
  const [firstCollect, secondCollect, thirdCollect] = [
    await createCollect({ product_id: a, collection_id }),
    await createCollect({ product_id: b, collection_id }),
    await createCollect({ product_id: c, collection_id, position: 1 }),
  ];
  assert.deepEqual(await listProductIds(collection_id), [c, a, b]);
  const changePosition = async ({ id }: Collect, position: number) => {
    const publishedEvents = await fixture.listEventsPublishedBy(() =>
      fixture.expectSuccess("PUT", `/3.0/collects/${id}.json`, { collect: { position } }),
    );
    assert.deepEqual(publishedEvents, [], "products do not contain their position, so no event is published");
    return listProductIds(collection_id);
  };
  assert.deepEqual(await changePosition(thirdCollect, 3), [a, b, c]);
  assert.deepEqual(await changePosition(secondCollect, 1), [b, a, c]);
  assert.deepEqual(await changePosition(secondCollect, 1), [b, a, c]);
  assert.deepEqual(await changePosition(firstCollect, 3), [b, c, a]);
  const collects = await listCollects(`collection_id=${collection_id}&sort=position.asc`);
  assert.deepEqual(
    collects.map(({ position }) => position),
    [1, 2, 3],
  );
  assert.deepEqual(
    await fixture.expectError("PUT", `/3.0/collects/${firstCollect.id}.json`, { position: 0 }),
    ["invalid", "position out_of_range"],
  );
  assert.deepEqual(await fixture.expectError("PUT", `/3.0/collects/${firstCollect.id}.json`, {}), [
    "invalid",
    "position required",
  ]);
  assert.deepEqual(await fixture.expectError("PUT", "/3.0/collects/987654.json", { position: 1 }), [
    "not_found",
  ]);
});

test("creating a collect with an invalid field or an unknown product or collection fails with the field's name", async () => {
  const collection_id = await createCollection("Lonely");
  const [product_id = 0] = fixture.productIds;
  const invalidCases: [object, string[]][] = [
    [{ product_id: 987_654, collection_id }, ["not_found", "product_id not_found"]],
    [{ product_id, collection_id: 987_654 }, ["not_found", "collection_id not_found"]],
    [
      { product_id: 987_654, collection_id: 987_654 },
      ["not_found", "product_id not_found", "collection_id not_found"],
    ],
    [{ collection_id }, ["invalid", "product_id required"]],
    [{ product_id: "1", collection_id }, ["invalid", "product_id invalid_type"]],
    [{ product_id, collection_id, position: 0 }, ["invalid", "position out_of_range"]],
  ];
  for (const [json, expectedError] of invalidCases)
    assert.deepEqual(await fixture.expectError("POST", "/3.0/collects.json", json), expectedError);
  assert.deepEqual(await listProductIds(collection_id), []);
  assert.deepEqual(await fixture.expectError("GET", "/3.0/collects/987654.json"), ["not_found"]);
});

test("collects can be filtered by one or several products and collections", async () => {
  const [firstCollectionId, secondCollectionId] = [
    await createCollection("One"),
    await createCollection("Two"),
  ];
  const [a = 0, b = 0] = fixture.productIds;
  const createdCollects = [
    await createCollect({ product_id: a, collection_id: firstCollectionId }),
    await createCollect({ product_id: b, collection_id: firstCollectionId }),
    await createCollect({ product_id: a, collection_id: secondCollectionId }),
  ];
  const [firstId, secondId, thirdId] = createdCollects.map(({ id }) => id);
  const listIds = async (query: string) => (await listCollects(query)).map(({ id }) => id);
  assert.deepEqual(await listIds(`collection_ids=${firstCollectionId},${secondCollectionId}`), [
    firstId,
    secondId,
    thirdId,
  ]);
  assert.deepEqual(await listIds(`collection_id=${secondCollectionId}`), [thirdId]);
  assert.deepEqual(
    await listIds(`collection_ids=${firstCollectionId},${secondCollectionId}&product_id=${a}`),
    [firstId, thirdId],
  );
  assert.deepEqual(
    await listIds(`collection_ids=${firstCollectionId},${secondCollectionId}&product_ids=${a},${b}`),
    [firstId, secondId, thirdId],
  );
  assert.deepEqual(
    await listIds(`since_id=${secondId}&collection_ids=${firstCollectionId},${secondCollectionId}`),
    [secondId, thirdId],
  );
  assert.deepEqual(await listIds(`ids=${thirdId}`), [thirdId]);
  const { collect } = await fixture.expectSuccess<{ collect: Collect }>(
    "GET",
    `/3.0/collects/${secondId}.json`,
  );
  assert.deepEqual(collect, createdCollects[1]);
  const { count } = await fixture.expectSuccess<{ count: number }>("GET", "/3.0/collects/count.json");
  const rows = await testPlatform.database.many(
    "select count(*) as count from collects where store_id = $1",
    [fixture.api.store.id],
  );
  assert.deepEqual(rows, [{ count }]);
});

test("a collection's products_count stays exact when a product is deleted and when stored counts are merged", async () => {
  const id = await createCollection("Counted");
  for (const product_id of fixture.productIds) await createCollect({ product_id, collection_id: id });
  const loadCount = async () =>
    (
      await fixture.expectSuccess<{ collection: { products_count: number } }>(
        "GET",
        `/3.0/collections/${id}.json`,
      )
    ).collection.products_count;
  assert.equal(await loadCount(), 3);
  await testPlatform.database.query("delete from products where store_id = $1 and id = $2", [
    fixture.api.store.id,
    fixture.productIds[2],
  ]);
  assert.equal(await loadCount(), 2);
  await mergeCountRows(testPlatform.database);
  assert.equal(await loadCount(), 2);
  assert.deepEqual(await listProductIds(id), fixture.productIds.slice(0, 2));
});
