import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  seedCatalog,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";

let db: TestDatabase;
let api: InProcessApi;
let practiceStore: PracticeStore;

before(async () => {
  db = await testDatabase();
  api = createInProcessApi(db.database);
  practiceStore = await createPracticeStore(db.database);
  const other = await createPracticeStore(db.database, { handle: "other" });
  for (const { store } of [practiceStore, other]) {
    await seedCatalog(db.database, store.id, 6);
    await change(store.id, 1, "title = 'Rattan tray', vendor = 'Sungai Craft', tags = '{table,rotan}'");
    await change(store.id, 2, "title = 'Teh tarik 100%', brand = 'ÉTOILE', handle = 'teh-tarik'");
    await change(store.id, 3, "title = 'A_b', is_published = false");
  }
  await db.database.query(
    "update variants set barcode = '955-0042' where store_id = $1 and sku = 'SKU-4-1'",
    [practiceStore.store.id],
  );
});
after(() => db.stop());

async function change(storeId: number, nth: number, to: string): Promise<void> {
  await db.database.query(
    `update products set ${to} where store_id = $1 and id =
       (select id from products where store_id = $1 order by id offset $2 - 1 limit 1)`,
    [storeId, nth],
  );
}

/** Return the indexes of the store's products that a search finds. */
async function found(query: Record<string, string>): Promise<number[]> {
  const rows = await db.database.many<{ id: number }>(
    "select id from products where store_id = $1 order by id",
    [practiceStore.store.id],
  );
  const all = rows.map(({ id }) => id);
  const text = new URLSearchParams({ ...query, sort: "id.asc" }).toString();
  const { products, total_count } = await api.json<{ products: { id: number }[]; total_count: number }>(
    operations.listProducts,
    practiceStore.store,
    { query: text },
  );
  const { count } = await api.json<{ count: number }>(operations.countProducts, practiceStore.store, {
    query: text,
  });
  assert.deepEqual([total_count, count], [products.length, products.length], text);
  return products.map(({ id }) => all.indexOf(id) + 1);
}

test("a search covers title, handle, vendor, brand, tags, SKU and barcode in any case", async () => {
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
  for (const [query, expected] of cases) assert.deepEqual(await found({ query }), expected, query);
});

test("every word must match, in any order and field", async () => {
  assert.deepEqual(await found({ query: "craft tray rattan" }), [1]);
  assert.deepEqual(await found({ query: "rattan teh" }), []);
  assert.deepEqual(await found({ query: "955-0042 seeded" }), [4]);
});

test("punctuation separates words, and is never read as a database pattern", async () => {
  assert.deepEqual(await found({ query: "100%" }), [2]);
  assert.deepEqual(await found({ query: "%" }), []);
  assert.deepEqual(await found({ query: "% tarik" }), [2]);
  assert.deepEqual(await found({ query: "a_b" }), [3]);
  assert.deepEqual(await found({ query: "\\" }), []);
  assert.deepEqual(await found({ query: "'; drop table products; --" }), []);
});

test("the publication filter narrows products, also within a search", async () => {
  assert.deepEqual(await found({ visibility: "unpublished" }), [3]);
  assert.deepEqual(await found({ visibility: "published" }), [1, 2, 4, 5, 6]);
  assert.deepEqual(await found({ visibility: "published", query: "a_b" }), []);
});

test("a search is narrowed by every other filter at once", async () => {
  const rows = await db.database.many<{ id: number }>(
    "select id from products where store_id = $1 order by id limit 2",
    [practiceStore.store.id],
  );
  const ids = rows.map(({ id }) => id).join();
  assert.deepEqual(await found({ query: "tray", ids }), [1]);
  assert.deepEqual(await found({ query: "tray", ids, created_at_min: "2020-01-01", skus: "SKU-1-1" }), [1]);
  assert.deepEqual(await found({ query: "tray", collection_ids: "1" }), []);
});
