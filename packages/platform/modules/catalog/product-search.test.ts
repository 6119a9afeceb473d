import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createPracticeApi, type PracticeApi } from "../../demo/practice-api.ts";
import { createPracticeShop, type PracticeShop } from "../../demo/practice-shop.ts";
import { seedCatalog } from "../../demo/seed-catalog.ts";

let db: TestDatabase;
let api: PracticeApi;
let shop: PracticeShop;

before(async () => {
  db = await testDatabase();
  api = createPracticeApi(db.database);
  shop = await createPracticeShop(db.database);
  const other = await createPracticeShop(db.database, { handle: "other" });
  for (const { store } of [shop, other]) {
    await seedCatalog(db.database, store.id, 6);
    await change(store.id, 1, "title = 'Rattan tray', vendor = 'Sungai Craft', tags = '{table,rotan}'");
    await change(store.id, 2, "title = 'Teh tarik 100%', brand = 'ÉTOILE', handle = 'teh-tarik'");
    await change(store.id, 3, "title = 'A_b', is_published = false");
  }
  await db.database.query(
    "update variants set barcode = '955-0042' where store_id = $1 and sku = 'SKU-4-1'",
    [shop.store.id],
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

/** Which of the shop's products are found, by their place in it. */
async function found(query: Record<string, string>): Promise<number[]> {
  const { rows } = await db.database.query<{ id: number }>(
    "select id from products where store_id = $1 order by id",
    [shop.store.id],
  );
  const all = rows.map(({ id }) => id);
  const text = new URLSearchParams({ ...query, sort: "id.asc" }).toString();
  const { products, total_count } = await api.json<{ products: { id: number }[]; total_count: number }>(
    operations.listProducts,
    shop.store,
    { query: text },
  );
  const { count } = await api.json<{ count: number }>(operations.countProducts, shop.store, { query: text });
  assert.deepEqual([total_count, count], [products.length, products.length], text);
  return products.map(({ id }) => all.indexOf(id) + 1);
}

test("a search looks at title, handle, vendor, brand, tags, SKU and barcode, in capitals or not", async () => {
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

test("every word must be there, in whatever order and field", async () => {
  assert.deepEqual(await found({ query: "craft tray rattan" }), [1]);
  assert.deepEqual(await found({ query: "rattan teh" }), []);
  assert.deepEqual(await found({ query: "955-0042 seeded" }), [4]);
});

test("signs part words, and are nothing that a database could take for a pattern", async () => {
  assert.deepEqual(await found({ query: "100%" }), [2]);
  assert.deepEqual(await found({ query: "%" }), []);
  assert.deepEqual(await found({ query: "% tarik" }), [2]);
  assert.deepEqual(await found({ query: "a_b" }), [3]);
  assert.deepEqual(await found({ query: "\\" }), []);
  assert.deepEqual(await found({ query: "'; drop table products; --" }), []);
});

test("products are told apart by whether the shop shows them, also within a search", async () => {
  assert.deepEqual(await found({ visibility: "unpublished" }), [3]);
  assert.deepEqual(await found({ visibility: "published" }), [1, 2, 4, 5, 6]);
  assert.deepEqual(await found({ visibility: "published", query: "a_b" }), []);
});

test("a search is narrowed by every other filter at once", async () => {
  const { rows } = await db.database.query<{ id: number }>(
    "select id from products where store_id = $1 order by id limit 2",
    [shop.store.id],
  );
  const ids = rows.map(({ id }) => id).join();
  assert.deepEqual(await found({ query: "tray", ids }), [1]);
  assert.deepEqual(await found({ query: "tray", ids, created_at_min: "2020-01-01", skus: "SKU-1-1" }), [1]);
  assert.deepEqual(await found({ query: "tray", collection_ids: "1" }), []);
});
