import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import {
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  seedCatalog,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";
import type { SearchStrategy } from "../../infrastructure/listing/row-selection.ts";
import { buildProductConditions } from "./product-conditions.ts";

let db: TestDatabase;
let api: InProcessApi;
let testStore: TestStore;
let ids: number[];
let storeCount = 0;

before(async () => {
  db = await createTestDatabase();
  api = createInProcessApi(db.database);
});
after(() => db.stop());

beforeEach(async () => {
  storeCount += 1;
  testStore = await createTestStore(db.database, { handle: `store-${storeCount}` });
  await seedCatalog(db.database, testStore.store.id, 4);
  const text = "select id from products where store_id = $1 order by id";
  ids = (await db.database.many<{ id: number }>(text, [testStore.store.id])).map(({ id }) => id);
});

/** Return the numbers (from 1) of the store's products that a search finds. */
async function search(query: string): Promise<number[]> {
  const queryText = `${new URLSearchParams({ query })}&sort=id.asc`;
  const list = await api.json<{ products: { id: number }[] }>(operations.listProducts, testStore.store, {
    query: queryText,
  });
  return list.products.map(({ id }) => ids.indexOf(id) + 1);
}

/** Update the product with this number (from 1) in the store. */
async function updateProduct(
  number: number,
  assignments: string,
  queryable: Queryable = db.database,
): Promise<void> {
  await queryable.query(`update products set ${assignments} where store_id = $1 and id = $2`, [
    testStore.store.id,
    ids[number - 1],
  ]);
}

/** Run a statement with the store's id as `$1` and the id of the product with this number (from 1) as `$2`. */
async function runOnVariants(text: string, number: number): Promise<void> {
  await db.database.query(text, [testStore.store.id, ids[number - 1]]);
}

test("a product is found by its current title and not by a former title", async () => {
  await updateProduct(1, "title = 'Rattan tray', brand = 'Anyam'");
  assert.deepEqual([await search("rattan"), await search("anyam")], [[1], [1]]);
  await updateProduct(1, "title = 'Bamboo tray'");
  assert.deepEqual([await search("rattan"), await search("bamboo"), await search("anyam")], [[], [1], [1]]);
});

test("a product search does not find a change that was rolled back", async () => {
  const failingTransaction = db.database.transaction(async (tx) => {
    await updateProduct(1, "title = 'Rattan tray'", tx);
    throw new Error("No.");
  });
  await assert.rejects(failingTransaction, /No\./);
  assert.deepEqual(await search("rattan"), []);
});

test("a product search finds the current SKUs and barcodes of variants", async () => {
  await runOnVariants("insert into variants (store_id, product_id, sku) values ($1, $2, 'QZX-901')", 3);
  assert.deepEqual(await search("qzx-901"), [3]);
  await runOnVariants(
    "update variants set barcode = '4006381333931' where store_id = $1 and product_id = $2",
    2,
  );
  assert.deepEqual(await search("40063813"), [2]);
  await runOnVariants(
    "update variants set sku = 'KLM-7' where store_id = $1 and product_id = $2 and sku = 'QZX-901'",
    3,
  );
  assert.deepEqual([await search("qzx-901"), await search("klm-7")], [[], [3]]);
  await runOnVariants("delete from variants where store_id = $1 and product_id = $2 and sku = 'KLM-7'", 3);
  assert.deepEqual([await search("klm"), await search("seeded")], [[], [1, 2, 3, 4]]);
});

test("a product is found by its last title and by the SKUs of many variants, all written in one transaction", async () => {
  await db.database.transaction(async (tx) => {
    await updateProduct(4, "title = 'Kopi'", tx);
    await tx.query(
      "insert into variants (store_id, product_id, sku) select $1, $2, 'BEAN-' || n from generate_series(1, 60) n",
      [testStore.store.id, ids[3]],
    );
    await updateProduct(4, "title = 'Kopi O'", tx);
  });
  assert.deepEqual(
    [await search("kopi o"), await search("bean-1"), await search("bean-60")],
    [[4], [4], [4]],
  );
});

test("a search does not find a deleted product, and the product's search row is deleted", async () => {
  await db.database.query("delete from products where store_id = $1 and id = $2", [
    testStore.store.id,
    ids[1],
  ]);
  assert.deepEqual(await search("seeded"), [1, 3, 4]);
  const text = "select 1 from product_search where store_id = $1";
  assert.equal((await db.database.query(text, [testStore.store.id])).rowCount, 3);
});

test("a change of stock writes no search row", async () => {
  const loadRows = async () =>
    await db.database.many(
      "select product_id, xmin::text, ctid::text from product_search where store_id = $1",
      [testStore.store.id],
    );
  const rowsBefore = await loadRows();
  const variants = await db.database.many<{ id: number }>(
    "select id from variants where store_id = $1 order by id",
    [testStore.store.id],
  );
  for (const { id } of variants) {
    const body = { variant_id: id, location_id: testStore.primaryLocationId, adjustment_quantity: 1 };
    await api.text(operations.adjustInventoryLevel, testStore.store, { body });
  }
  assert.equal(rowsBefore.length, 4);
  assert.deepEqual(await loadRows(), rowsBefore);
});

test("searched words of one or two letters match the start of a word, longer words match any part", async () => {
  await updateProduct(1, "title = 'T-shirt (XL)', vendor = 'Pixl'");
  assert.deepEqual(await search("xl"), [1]);
  assert.deepEqual(await search("x"), [1]);
  await updateProduct(1, "title = 'T-shirt'");
  assert.deepEqual([await search("xl"), await search("ixl"), await search("t shirt")], [[], [1], [1]]);
});

test("a product search finds non-ASCII words, and parts of a text without spaces", async () => {
  await updateProduct(1, "title = '日本茶杯', vendor = 'Crème Brûlée'");
  await updateProduct(2, "title = 'Чашка для чая', tags = '{นํ้าชา}'");
  await updateProduct(3, "title = '찻잔 세트'");
  const cases: [string, number[]][] = [
    ["茶", [1]],
    ["茶杯", [1]],
    ["本茶", [1]],
    ["杯茶", []],
    ["brûl", [1]],
    ["BRÛLÉE", [1]],
    ["чашк", [2]],
    ["ЧАЯ", [2]],
    ["นํ้า", [2]],
    ["찻잔", [3]],
    ["잔", [3]],
  ];
  for (const [query, expectedNumbers] of cases) assert.deepEqual(await search(query), expectedNumbers, query);
});

test("the SQL for few expected search results and the SQL for many find the same products", async () => {
  await updateProduct(1, "title = 'Rattan tray', vendor = 'Anyam', tags = '{a,b}', is_published = false");
  await updateProduct(2, "title = 'Rattan chair', vendor = 'Anyam', brand = 'Kayu', tags = '{b}'");
  const noFilters = Object.fromEntries(
    Object.keys(operations.countProducts.query).map((name) => [name, undefined]),
  ) as Parameters<typeof buildProductConditions>[1];
  const filterCases: Partial<typeof noFilters>[] = [
    { query: "rattan" },
    { query: "rattan ch" },
    { query: "(" },
    { vendor: "Anyam" },
    { vendor: "anyam" },
    { vendor: "Anyam", brand: "Kayu", query: "r" },
    { tags: ["a", "zzz"] },
    { tags: [] },
    { visibility: "unpublished" },
    { visibility: "published", tags: ["b"], stock: "in" },
    { product_type: "Type 3" },
    { query: "seeded", since_id: ids[3] },
  ];
  const findWithStrategy = async (filters: typeof noFilters, strategy: SearchStrategy) => {
    const { conditions, expressions, rowsToCount } = buildProductConditions(
      testStore.store.id,
      filters,
      strategy,
    );
    const matchingRowsSql = `products r where ${conditions.sql}`;
    const text = `with ${expressions} counted as (select count(*) from ${rowsToCount ?? matchingRowsSql})
      select (select count from counted) as count, (select array_agg(r.id order by r.id) from ${matchingRowsSql}) as ids`;
    return await db.database.maybeOne(text, conditions.values);
  };
  let maxCount = 0;
  for (const filters of filterCases) {
    const resultWithFew = (await findWithStrategy({ ...noFilters, ...filters }, "few")) as {
      count: number;
      ids: number[] | null;
    };
    assert.deepEqual(
      await findWithStrategy({ ...noFilters, ...filters }, "many"),
      resultWithFew,
      JSON.stringify(filters),
    );
    assert.equal(resultWithFew.count, resultWithFew.ids?.length ?? 0);
    maxCount = Math.max(maxCount, resultWithFew.count);
  }
  assert.equal(maxCount, 2);
});
