import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { foldCounts } from "../fold-counts.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
});
after(() => testing.stop());

interface Collect {
  id: number;
  product_id: number;
  collection_id: number;
  position: number;
  updated_at: string;
}

async function newCollection(title: string): Promise<number> {
  const { collection } = await fixture.done<{ collection: { id: number } }>("POST", "/3.0/collections.json", {
    title,
  });
  return collection.id;
}

const create = async (json: object) =>
  (await fixture.done<{ collect: Collect }>("POST", "/3.0/collects.json", { collect: json })).collect;
const list = async (query: string) => {
  const answer = await fixture.done<{ collects: Collect[]; total_count: number }>(
    "GET",
    `/3.0/collects.json?${query}`,
  );
  const { count } = await fixture.done<{ count: number }>("GET", `/3.0/collects/count.json?${query}`);
  assert.equal(count, answer.total_count, query);
  return answer.collects;
};
/** Return the products of a collection in their order. */
const listProductIds = async (collection_id: number) =>
  (await list(`collection_id=${collection_id}&sort=position.asc`)).map(({ product_id }) => product_id);

test("adding a product to a collection publishes it once, and again does nothing", async () => {
  const collection_id = await newCollection("Gifts");
  const [product_id = 0] = fixture.products;
  const before = await fixture.product(product_id);
  let made: Collect | undefined;
  const raised = await fixture.raisedBy(async () => {
    made = await create({ product_id, collection_id });
  });
  assert.deepEqual(
    raised.map(({ topic, resource_id, context }) => [topic, resource_id, context]),
    [["product/update", product_id, "product/update"]],
  );
  const after = await fixture.product(product_id);
  assert.deepEqual(after.collections, [{ id: collection_id, title: "Gifts", handle: "gifts" }]);
  assert.ok(after.updated_at > before.updated_at);
  const again = await fixture.raisedBy(async () => {
    assert.deepEqual(await create({ product_id, collection_id, position: 9 }), made);
  });
  assert.deepEqual(again, []);
  assert.deepEqual(await fixture.product(product_id), after);
  const deleteEvents = await fixture.raisedBy(() => fixture.done("DELETE", `/3.0/collects/${made?.id}.json`));
  assert.deepEqual(
    deleteEvents.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/update", product_id]],
  );
  assert.deepEqual((await fixture.product(product_id)).collections, []);
  assert.deepEqual(await fixture.expectError("DELETE", `/3.0/collects/${made?.id}.json`), ["not_found"]);
});

test("many concurrent adds of one product make one collect and one event", async () => {
  const collection_id = await newCollection("Crowded");
  const [product_id = 0] = fixture.products;
  const made: Collect[] = [];
  const raised = await fixture.raisedBy(async () => {
    made.push(
      ...(await Promise.all(Array.from({ length: 12 }, () => create({ product_id, collection_id })))),
    );
  });
  assert.equal(raised.length, 1);
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
});

test("products added concurrently get consecutive positions", async () => {
  const collection_id = await newCollection("At once");
  const made = await Promise.all(fixture.products.map((product_id) => create({ product_id, collection_id })));
  assert.deepEqual(made.map(({ position }) => position).sort(), [1, 2, 3]);
});

test("a moved product takes its new position and shifts those between", async () => {
  const collection_id = await newCollection("In order");
  const [a = 0, b = 0, c = 0] = fixture.products;
  const [first, second, third] = [
    await create({ product_id: a, collection_id }),
    await create({ product_id: b, collection_id }),
    await create({ product_id: c, collection_id, position: 1 }),
  ];
  assert.deepEqual(await listProductIds(collection_id), [c, a, b]);
  const move = async ({ id }: Collect, position: number) => {
    const raised = await fixture.raisedBy(() =>
      fixture.done("PUT", `/3.0/collects/${id}.json`, { collect: { position } }),
    );
    assert.deepEqual(raised, [], "no product shows its place");
    return listProductIds(collection_id);
  };
  assert.deepEqual(await move(third, 3), [a, b, c]);
  assert.deepEqual(await move(second, 1), [b, a, c]);
  assert.deepEqual(await move(second, 1), [b, a, c]);
  assert.deepEqual(await move(first, 3), [b, c, a]);
  const places = await list(`collection_id=${collection_id}&sort=position.asc`);
  assert.deepEqual(
    places.map(({ position }) => position),
    [1, 2, 3],
  );
  assert.deepEqual(await fixture.expectError("PUT", `/3.0/collects/${first.id}.json`, { position: 0 }), [
    "invalid",
    "position out_of_range",
  ]);
  assert.deepEqual(await fixture.expectError("PUT", `/3.0/collects/${first.id}.json`, {}), [
    "invalid",
    "position required",
  ]);
  assert.deepEqual(await fixture.expectError("PUT", "/3.0/collects/987654.json", { position: 1 }), [
    "not_found",
  ]);
});

test("an unknown product or collection is rejected by its field's name", async () => {
  const collection_id = await newCollection("Lonely");
  const [product_id = 0] = fixture.products;
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

test("collects are found by one or several products and collections", async () => {
  const [one, two] = [await newCollection("One"), await newCollection("Two")];
  const [a = 0, b = 0] = fixture.products;
  const made = [
    await create({ product_id: a, collection_id: one }),
    await create({ product_id: b, collection_id: one }),
    await create({ product_id: a, collection_id: two }),
  ];
  const [first, second, third] = made.map(({ id }) => id);
  const listIds = async (query: string) => (await list(query)).map(({ id }) => id);
  assert.deepEqual(await listIds(`collection_ids=${one},${two}`), [first, second, third]);
  assert.deepEqual(await listIds(`collection_id=${two}`), [third]);
  assert.deepEqual(await listIds(`collection_ids=${one},${two}&product_id=${a}`), [first, third]);
  assert.deepEqual(await listIds(`collection_ids=${one},${two}&product_ids=${a},${b}`), [
    first,
    second,
    third,
  ]);
  assert.deepEqual(await listIds(`since_id=${second}&collection_ids=${one},${two}`), [second, third]);
  assert.deepEqual(await listIds(`ids=${third}`), [third]);
  const { collect } = await fixture.done<{ collect: Collect }>("GET", `/3.0/collects/${second}.json`);
  assert.deepEqual(collect, made[1]);
  const { count } = await fixture.done<{ count: number }>("GET", "/3.0/collects/count.json");
  const rows = await testing.database.many("select count(*) as count from collects where store_id = $1", [
    fixture.api.store.id,
  ]);
  assert.deepEqual(rows, [{ count }]);
});

test("a collection's product count stays right after deletions and folding", async () => {
  const id = await newCollection("Counted");
  for (const product_id of fixture.products) await create({ product_id, collection_id: id });
  const count = async () =>
    (await fixture.done<{ collection: { products_count: number } }>("GET", `/3.0/collections/${id}.json`))
      .collection.products_count;
  assert.equal(await count(), 3);
  await testing.database.query("delete from products where store_id = $1 and id = $2", [
    fixture.api.store.id,
    fixture.products[2],
  ]);
  assert.equal(await count(), 2);
  await foldCounts(testing.database);
  assert.equal(await count(), 2);
  assert.deepEqual(await listProductIds(id), fixture.products.slice(0, 2));
});
