import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import {
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  seedCatalog,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";

let db: TestDatabase;
let api: InProcessApi;
let testStore: TestStore;

before(async () => {
  db = await createTestDatabase();
  api = createInProcessApi(db.database);
  testStore = await createTestStore(db.database);
  const otherStore = await createTestStore(db.database, { handle: "other" });
  for (const { store } of [testStore, otherStore]) {
    await seedCatalog(db.database, store.id, 6);
    await updateProduct(
      store.id,
      1,
      "title = 'Rattan tray', vendor = 'Sungai Craft', tags = '{table,rotan}'",
    );
    await updateProduct(store.id, 2, "title = 'Teh tarik 100%', brand = 'ÉTOILE', handle = 'teh-tarik'");
    await updateProduct(store.id, 3, "title = 'A_b', is_published = false");
  }
  await db.database.query(
    "update variants set barcode = '955-0042' where store_id = $1 and sku = 'SKU-4-1'",
    [testStore.store.id],
  );
});
after(() => db.stop());

/** Update the product with this number (from 1) in the store. */
async function updateProduct(storeId: number, number: number, assignments: string): Promise<void> {
  await db.database.query(
    `update products set ${assignments} where store_id = $1 and id =
       (select id from products where store_id = $1 order by id offset $2 - 1 limit 1)`,
    [storeId, number],
  );
}

/** Return the numbers (from 1) of the store's products that match the filters. Assert that the list and the count agree. */
async function search(filters: Record<string, string>): Promise<number[]> {
  const rows = await db.database.many<{ id: number }>(
    "select id from products where store_id = $1 order by id",
    [testStore.store.id],
  );
  const allIds = rows.map(({ id }) => id);
  const queryText = new URLSearchParams({ ...filters, sort: "id.asc" }).toString();
  const { products, total_count } = await api.json<{ products: { id: number }[]; total_count: number }>(
    operations.listProducts,
    testStore.store,
    { query: queryText },
  );
  const { count } = await api.json<{ count: number }>(operations.countProducts, testStore.store, {
    query: queryText,
  });
  assert.deepEqual([total_count, count], [products.length, products.length], queryText);
  return products.map(({ id }) => allIds.indexOf(id) + 1);
}

test("a product search covers title, handle, vendor, brand, tags, SKU and barcode", async () => {
  const cases: [string, number[]][] = [
    ["rattan", [1]],
    ["RATTAN TRAY", [1]],
    ["sungai", [1]],
    ["rotan", [1]],
    ["teh-tarik", [2]],
    ["étoile", [2]],
    ["sku-4", [4]],
    ["0042", [4]],
    ["seeded product", [4, 5, 6]],
    ["  ", [1, 2, 3, 4, 5, 6]],
    ["nothing like it", []],
  ];
  for (const [query, expectedNumbers] of cases)
    assert.deepEqual(await search({ query }), expectedNumbers, query);
});

test("a product matches a search if each word is in one of its fields, in any order", async () => {
  assert.deepEqual(await search({ query: "craft tray rattan" }), [1]);
  assert.deepEqual(await search({ query: "rattan teh" }), []);
  assert.deepEqual(await search({ query: "955-0042 seeded" }), [4]);
});

test("punctuation in a search separates words and is never interpreted as an SQL pattern or statement", async () => {
  assert.deepEqual(await search({ query: "100%" }), [2]);
  assert.deepEqual(await search({ query: "%" }), []);
  assert.deepEqual(await search({ query: "% tarik" }), [2]);
  assert.deepEqual(await search({ query: "a_b" }), [3]);
  assert.deepEqual(await search({ query: "\\" }), []);
  assert.deepEqual(await search({ query: "'; drop table products; --" }), []);
});

test("the visibility filter of products works with and without a search", async () => {
  assert.deepEqual(await search({ visibility: "unpublished" }), [3]);
  assert.deepEqual(await search({ visibility: "published" }), [1, 2, 4, 5, 6]);
  assert.deepEqual(await search({ visibility: "published", query: "a_b" }), []);
});

test("a product search can be combined with several other filters", async () => {
  const rows = await db.database.many<{ id: number }>(
    "select id from products where store_id = $1 order by id limit 2",
    [testStore.store.id],
  );
  const ids = rows.map(({ id }) => id).join();
  assert.deepEqual(await search({ query: "tray", ids }), [1]);
  assert.deepEqual(await search({ query: "tray", ids, created_at_min: "2020-01-01", skus: "SKU-1-1" }), [1]);
  assert.deepEqual(await search({ query: "tray", collection_ids: "1" }), []);
});
