import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createPracticeApi, type PracticeApi } from "../../demo/practice-api.ts";
import { createPracticeShop, type PracticeShop } from "../../demo/practice-shop.ts";
import { seedCatalog } from "../../demo/seed-catalog.ts";
import type { Finding } from "../../listing/found-rows.ts";
import { productConditions } from "./product-conditions.ts";

let db: TestDatabase;
let api: PracticeApi;
let shop: PracticeShop;
let ids: number[];
let shops = 0;

before(async () => {
  db = await testDatabase();
  api = createPracticeApi(db.database);
});
after(() => db.stop());

beforeEach(async () => {
  shops += 1;
  shop = await createPracticeShop(db.database, { handle: `shop-${shops}` });
  await seedCatalog(db.database, shop.store.id, 4);
  const text = "select id from products where store_id = $1 order by id";
  ids = (await db.database.query<{ id: number }>(text, [shop.store.id])).rows.map(({ id }) => id);
});

async function found(query: string): Promise<number[]> {
  const sent = `${new URLSearchParams({ query })}&sort=id.asc`;
  const list = await api.json<{ products: { id: number }[] }>(operations.listProducts, shop.store, {
    query: sent,
  });
  return list.products.map(({ id }) => ids.indexOf(id) + 1);
}

async function change(nth: number, to: string, run: Queryable = db.database): Promise<void> {
  await run.query(`update products set ${to} where store_id = $1 and id = $2`, [shop.store.id, ids[nth - 1]]);
}

/** Runs a statement about the shop's variants of one product. */
async function onVariants(text: string, nth: number): Promise<void> {
  await db.database.query(text, [shop.store.id, ids[nth - 1]]);
}

test("a product is found by what it is called now, and no more by what it was called", async () => {
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

test("codes of variants are found as they come, change and go", async () => {
  await onVariants("insert into variants (store_id, product_id, sku) values ($1, $2, 'QZX-901')", 3);
  assert.deepEqual(await found("qzx-901"), [3]);
  await onVariants(
    "update variants set barcode = '4006381333931' where store_id = $1 and product_id = $2",
    2,
  );
  assert.deepEqual(await found("40063813"), [2]);
  await onVariants(
    "update variants set sku = 'KLM-7' where store_id = $1 and product_id = $2 and sku = 'QZX-901'",
    3,
  );
  assert.deepEqual([await found("qzx-901"), await found("klm-7")], [[], [3]]);
  await onVariants("delete from variants where store_id = $1 and product_id = $2 and sku = 'KLM-7'", 3);
  assert.deepEqual([await found("klm"), await found("seeded")], [[], [1, 2, 3, 4]]);
});

test("what one transaction writes of a product and many variants is found whole", async () => {
  await db.database.transaction(async (tx) => {
    await change(4, "title = 'Kopi'", tx);
    await tx.query(
      "insert into variants (store_id, product_id, sku) select $1, $2, 'BEAN-' || n from generate_series(1, 60) n",
      [shop.store.id, ids[3]],
    );
    await change(4, "title = 'Kopi O'", tx);
  });
  assert.deepEqual([await found("kopi o"), await found("bean-1"), await found("bean-60")], [[4], [4], [4]]);
});

test("a deleted product is not found, nor does its row stay", async () => {
  await db.database.query("delete from products where store_id = $1 and id = $2", [shop.store.id, ids[1]]);
  assert.deepEqual(await found("seeded"), [1, 3, 4]);
  const text = "select 1 from product_search where store_id = $1";
  assert.equal((await db.database.query(text, [shop.store.id])).rowCount, 3);
});

test("a change of stock writes nothing of what is searched", async () => {
  const rows = async () =>
    (
      await db.database.query(
        "select product_id, xmin::text, ctid::text from product_search where store_id = $1",
        [shop.store.id],
      )
    ).rows;
  const before = await rows();
  const { rows: variants } = await db.database.query<{ id: number }>(
    "select id from variants where store_id = $1 order by id",
    [shop.store.id],
  );
  for (const { id } of variants) {
    const body = { variant_id: id, location_id: shop.primary, adjustment_quantity: 1 };
    await api.text(operations.adjustInventoryLevel, shop.store, { body });
  }
  assert.equal(before.length, 4);
  assert.deepEqual(await rows(), before);
});

test("words of one or two letters stand where a word begins, longer ones anywhere", async () => {
  await change(1, "title = 'T-shirt (XL)', vendor = 'Pixl'");
  assert.deepEqual(await found("xl"), [1]);
  assert.deepEqual(await found("x"), [1]);
  await change(1, "title = 'T-shirt'");
  assert.deepEqual([await found("xl"), await found("ixl"), await found("t shirt")], [[], [1], [1]]);
});

test("letters outside of ASCII are letters, and those of writing without blanks are found one by one", async () => {
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

test("few or many are found alike, with every other filter beside", async () => {
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
    const { conditions, expressions, counted } = productConditions(shop.store.id, filters, finding);
    const rows = `from products r where ${conditions.sql}`;
    const text = `with ${expressions} counted as (select count(*) from ${counted ?? rows.slice(5)})
      select (select count from counted) as count, (select array_agg(r.id order by r.id) ${rows}) as ids`;
    return (await db.database.query(text, conditions.values)).rows[0];
  };
  let most = 0;
  for (const filters of asked) {
    const few = (await read({ ...none, ...filters }, "few")) as { count: number; ids: number[] | null };
    assert.deepEqual(await read({ ...none, ...filters }, "many"), few, JSON.stringify(filters));
    assert.equal(few.count, few.ids?.length ?? 0);
    most = Math.max(most, few.count);
  }
  assert.equal(most, 2);
});
