import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { resolvePage, type Sort } from "@souk/contract";
import { createPracticeStore, seedCatalog, type TestDatabase, testDatabase } from "@souk/testkit";
import { createConditions } from "./conditions.ts";
import { getKeptTotals } from "./kept-totals.ts";
import type { ListSource } from "./list-source.ts";
import { buildOrderBy } from "./order-by.ts";
import { readPage } from "./read-page.ts";

// So many that the pages behind the middle are read from the back.
const made = 2_600;
const limit = 97;

let db: TestDatabase;
let storeId: number;

before(async () => {
  db = await testDatabase();
  storeId = (await createPracticeStore(db.database)).store.id;
  const other = await createPracticeStore(db.database, { handle: "other" });
  await seedCatalog(db.database, storeId, made);
  await seedCatalog(db.database, other.store.id, 10);
  // Ties in every column but the id, across the borders of pages.
  await db.database.query(
    "update products set updated_at = '2026-11-01'::timestamptz + id % 7 * interval '1 s', created_at = '2026-10-01', title = 'T' || id % 3",
  );
});
after(() => db.stop());

const everyProduct =
  "(select sum(delta)::bigint from resource_counts where store_id = $1 and resource = 'products')";

/** Build a list source of the ids of the store's products; half of them when it is filtered. */
function source(filtered: boolean): ListSource {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(filtered ? 2 : undefined, (two) => `r.id % ${two} = 0`);
  const total = filtered ? undefined : everyProduct;
  return { plural: "practice", table: "products", json: "r.id::text", conditions, total };
}

async function idsInOrder({ conditions }: ListSource, sort: Sort): Promise<number[]> {
  const text = `select r.id from products r where ${conditions.sql} order by ${buildOrderBy(sort)}`;
  const rows = await db.database.many<{ id: number }>(text, conditions.values);
  return rows.map(({ id }) => id);
}

const byId: Sort = { field: "id", direction: "asc", isExplicit: true };

async function page(filtered: boolean, number: number, sort = byId) {
  const found = await readPage(db.database, source(filtered), { page: number, limit, sort });
  return { ...found.page, ids: found.texts === "" ? [] : found.texts.split(",").map(Number) };
}

/** Delete some products of the filtered half, from a position in it on. */
async function deleteSome(count: number, from = 0): Promise<void> {
  const ids = (await idsInOrder(source(true), byId)).slice(from, from + count);
  await db.database.query("delete from products where store_id = $1 and id = any($2)", [storeId, ids]);
}

const orders: Sort[] = ["id", "updated_at", "created_at", "title"].flatMap((field) =>
  (["asc", "desc"] as const).map((direction) => ({ field, direction, isExplicit: true })),
);

/** Read every page of a list in an order, and one past the last, and check its rows. */
async function assertPages(filtered: boolean, sort: Sort): Promise<void> {
  const all = await idsInOrder(source(filtered), sort);
  assert.equal(all.length, filtered ? made / 2 : made);
  const pages = Math.ceil(all.length / limit);
  const walked: number[] = [];
  for (let number = 1; number <= pages; number++) {
    const { ids, ...envelope } = await page(filtered, number, sort);
    assert.deepEqual(envelope, resolvePage(all.length, number, limit));
    walked.push(...ids);
  }
  assert.deepEqual(walked, all, `${sort.field}.${sort.direction}`);
  const last = await page(filtered, pages, sort);
  assert.deepEqual(await page(filtered, Number.MAX_SAFE_INTEGER, sort), last);
}

test("every page of every order holds its own rows, whichever end it is read from", async () => {
  for (const sort of orders) {
    await assertPages(false, sort);
    await assertPages(true, sort);
  }
});

test("LST-1: page 1 counts again; a later page of the walk may use its total for a minute", async () => {
  const before = (await page(true, 1)).total_count;
  await deleteSome(3, 900);
  assert.equal((await page(true, 2)).total_count, before);
  assert.equal((await page(true, 1)).total_count, before - 3);
  assert.equal((await page(true, 2)).total_count, before - 3);
});

test("a total that was counted more than a minute ago is counted again", async () => {
  const { total_count } = await page(true, 1);
  const at = new Date((await databaseNow()) - 61_000);
  getKeptTotals(db.database).keep(source(true), { total: 1_000_000, at });
  assert.equal((await page(true, 2)).total_count, total_count);
  const young = new Date((await databaseNow()) - 50_000);
  getKeptTotals(db.database).keep(source(true), { total: total_count + 1, at: young });
  assert.equal((await page(true, 2)).total_count, total_count + 1);
});

async function databaseNow(): Promise<number> {
  const row = await db.database.maybeOne<{ now: Date }>("select clock_timestamp() as now");
  return row?.now.getTime() ?? 0;
}

test("LST-3: a total kept too long never moves a row, on the last page or one past it", async () => {
  const { page_count } = await page(true, 1);
  await deleteSome(2 * limit);
  const all = await idsInOrder(source(true), byId);
  const last = resolvePage(all.length, page_count, limit);
  assert.equal(last.page, page_count - 2);
  for (const number of [page_count, page_count - 1, page_count + 5]) {
    const { ids, ...envelope } = await page(true, number);
    assert.deepEqual(envelope, last);
    assert.deepEqual(ids, all.slice((last.page - 1) * limit));
  }
  const middle = await page(true, 4);
  assert.deepEqual(middle.ids, all.slice(3 * limit, 4 * limit));
});

test("LST-3: a list that shrank to less than the requested page returns its last page", async () => {
  await page(true, 1);
  const there = (await idsInOrder(source(true), byId)).length;
  await deleteSome(there - 40);
  const { ids, ...envelope } = await page(true, 3);
  assert.deepEqual(envelope, resolvePage(40, 3, limit));
  assert.deepEqual(ids, await idsInOrder(source(true), byId));
});

test("LST-3: a list that grew beyond its kept total shows the page that is there now", async () => {
  await page(true, 1);
  await seedCatalog(db.database, storeId, 4 * limit);
  const all = await idsInOrder(source(true), byId);
  const { ids, ...envelope } = await page(true, 2);
  assert.deepEqual(envelope, resolvePage(all.length, 2, limit));
  assert.deepEqual(ids, all.slice(limit, 2 * limit));
});
