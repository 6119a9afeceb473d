import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  seedCatalog,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";
import type { Finding } from "../../infrastructure/listing/find-rows.ts";
import { productConditions } from "./product-conditions.ts";

let db: TestDatabase;
let api: InProcessApi;
let practiceStore: PracticeStore;
let ids: number[];
let storeCount = 0;

before(async () => {
  db = await testDatabase();
  api = createInProcessApi(db.database);
});
after(() => db.stop());

beforeEach(async () => {
  storeCount += 1;
  practiceStore = await createPracticeStore(db.database, { handle: `store-${storeCount}` });
  await seedCatalog(db.database, practiceStore.store.id, 4);
  const text = "select id from products where store_id = $1 order by id";
  ids = (await db.database.many<{ id: number }>(text, [practiceStore.store.id])).map(({ id }) => id);
});

async function found(query: string): Promise<number[]> {
  const sent = `${new URLSearchParams({ query })}&sort=id.asc`;
  const list = await api.json<{ products: { id: number }[] }>(operations.listProducts, practiceStore.store, {
    query: sent,
  });
  return list.products.map(({ id }) => ids.indexOf(id) + 1);
}

async function change(nth: number, to: string, queryable: Queryable = db.database): Promise<void> {
  await queryable.query(`update products set ${to} where store_id = $1 and id = $2`, [
    practiceStore.store.id,
    ids[nth - 1],
  ]);
}

/** Run a statement about the store's variants of a product. */
async function runOnVariants(text: string, nth: number): Promise<void> {
  await db.database.query(text, [practiceStore.store.id, ids[nth - 1]]);
}

test("a product is found by its current title, and no longer by its former one", async () => {
  await change(1, "title = 'Rattan tray', brand = 'Anyam'");
  assert.deepEqual([await found("rattan"), await found("anyam")], [[1], [1]]);
  await change(1, "title = 'Bamboo tray'");
  assert.deepEqual([await found("rattan"), await found("bamboo"), await found("anyam")], [[], [1], [1]]);
});

test("a change that is rolled back is not found", async () => {
  const failing = db.database.transaction(async (tx) => {
    await change(1, "title = 'Rattan tray'", tx);
    throw new Error("No.");
  });
  await assert.rejects(failing, /No\./);
  assert.deepEqual(await found("rattan"), []);
});

test("codes of variants are found as they are added, changed and deleted", async () => {
  await runOnVariants("insert into variants (store_id, product_id, sku) values ($1, $2, 'QZX-901')", 3);
  assert.deepEqual(await found("qzx-901"), [3]);
  await runOnVariants(
    "update variants set barcode = '4006381333931' where store_id = $1 and product_id = $2",
    2,
  );
  assert.deepEqual(await found("40063813"), [2]);
  await runOnVariants(
    "update variants set sku = 'KLM-7' where store_id = $1 and product_id = $2 and sku = 'QZX-901'",
    3,
  );
  assert.deepEqual([await found("qzx-901"), await found("klm-7")], [[], [3]]);
  await runOnVariants("delete from variants where store_id = $1 and product_id = $2 and sku = 'KLM-7'", 3);
  assert.deepEqual([await found("klm"), await found("seeded")], [[], [1, 2, 3, 4]]);
});

test("a product and many variants written in one transaction are found completely", async () => {
  await db.database.transaction(async (tx) => {
    await change(4, "title = 'Kopi'", tx);
    await tx.query(
      "insert into variants (store_id, product_id, sku) select $1, $2, 'BEAN-' || n from generate_series(1, 60) n",
      [practiceStore.store.id, ids[3]],
    );
    await change(4, "title = 'Kopi O'", tx);
  });
  assert.deepEqual([await found("kopi o"), await found("bean-1"), await found("bean-60")], [[4], [4], [4]]);
});

test("a deleted product is not found, and its search row is deleted", async () => {
  await db.database.query("delete from products where store_id = $1 and id = $2", [
    practiceStore.store.id,
    ids[1],
  ]);
  assert.deepEqual(await found("seeded"), [1, 3, 4]);
  const text = "select 1 from product_search where store_id = $1";
  assert.equal((await db.database.query(text, [practiceStore.store.id])).rowCount, 3);
});

test("a change of stock writes no search row", async () => {
  const rows = async () =>
    await db.database.many(
      "select product_id, xmin::text, ctid::text from product_search where store_id = $1",
      [practiceStore.store.id],
    );
  const before = await rows();
  const variants = await db.database.many<{ id: number }>(
    "select id from variants where store_id = $1 order by id",
    [practiceStore.store.id],
  );
  for (const { id } of variants) {
    const body = { variant_id: id, location_id: practiceStore.primary, adjustment_quantity: 1 };
    await api.text(operations.adjustInventoryLevel, practiceStore.store, { body });
  }
  assert.equal(before.length, 4);
  assert.deepEqual(await rows(), before);
});

test("words of one or two letters match word beginnings, longer ones anywhere", async () => {
  await change(1, "title = 'T-shirt (XL)', vendor = 'Pixl'");
  assert.deepEqual(await found("xl"), [1]);
  assert.deepEqual(await found("x"), [1]);
  await change(1, "title = 'T-shirt'");
  assert.deepEqual([await found("xl"), await found("ixl"), await found("t shirt")], [[], [1], [1]]);
});

test("non-ASCII letters match, and scripts without spaces match letter by letter", async () => {
  await change(1, "title = '日本茶杯', vendor = 'Crème Brûlée'");
  await change(2, "title = 'Чашка для чая', tags = '{นํ้าชา}'");
  await change(3, "title = '찻잔 세트'");
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
  for (const [query, expected] of cases) assert.deepEqual(await found(query), expected, query);
});

test("few or many products are found alike, with every other filter", async () => {
  await change(1, "title = 'Rattan tray', vendor = 'Anyam', tags = '{a,b}', is_published = false");
  await change(2, "title = 'Rattan chair', vendor = 'Anyam', brand = 'Kayu', tags = '{b}'");
  const none = Object.fromEntries(
    Object.keys(operations.countProducts.query).map((name) => [name, undefined]),
  ) as Parameters<typeof productConditions>[1];
  const asked: Partial<typeof none>[] = [
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
  const read = async (filters: typeof none, finding: Finding) => {
    const { conditions, expressions, counted } = productConditions(practiceStore.store.id, filters, finding);
    const rows = `from products r where ${conditions.sql}`;
    const text = `with ${expressions} counted as (select count(*) from ${counted ?? rows.slice(5)})
      select (select count from counted) as count, (select array_agg(r.id order by r.id) ${rows}) as ids`;
    return await db.database.maybeOne(text, conditions.values);
  };
  let peak = 0;
  for (const filters of asked) {
    const few = (await read({ ...none, ...filters }, "few")) as { count: number; ids: number[] | null };
    assert.deepEqual(await read({ ...none, ...filters }, "many"), few, JSON.stringify(filters));
    assert.equal(few.count, few.ids?.length ?? 0);
    peak = Math.max(peak, few.count);
  }
  assert.equal(peak, 2);
});
