import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { resolvePage, type Sort } from "@souk/contract";
import { createTestDatabase, createTestStore, seedCatalog, type TestDatabase } from "@souk/testkit";
import { getCachedTotals } from "./cached-totals.ts";
import { createConditions } from "./conditions.ts";
import type { ListSource } from "./list-source.ts";
import { buildOrderBy } from "./order-by.ts";
import { readPage } from "./read-page.ts";

// Enough products that pages in the second half are read from the back.
const productCount = 2_600;
const limit = 97;

let db: TestDatabase;
let storeId: number;

before(async () => {
  db = await createTestDatabase();
  storeId = (await createTestStore(db.database)).store.id;
  const otherStore = await createTestStore(db.database, { handle: "other" });
  await seedCatalog(db.database, storeId, productCount);
  await seedCatalog(db.database, otherStore.store.id, 10);
  // Many products have equal values in every column except the id, also on adjacent pages.
  await db.database.query(
    "update products set updated_at = '2026-11-01'::timestamptz + id % 7 * interval '1 s', created_at = '2026-10-01', title = 'T' || id % 3",
  );
});
after(() => db.stop());

const productTotal =
  "(select sum(delta)::bigint from resource_counts where store_id = $1 and resource = 'products')";

/** Build the source of a list that contains the ids of the store's products: all, or, if it is filtered, only half of them. */
function buildSource(isFiltered: boolean): ListSource {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(isFiltered ? 2 : undefined, (divisor) => `r.id % ${divisor} = 0`);
  const total = isFiltered ? undefined : productTotal;
  return { plural: "practice", table: "products", json: "r.id::text", conditions, total };
}

async function loadSortedIds({ conditions }: ListSource, sort: Sort): Promise<number[]> {
  const text = `select r.id from products r where ${conditions.sql} order by ${buildOrderBy(sort)}`;
  const rows = await db.database.many<{ id: number }>(text, conditions.values);
  return rows.map(({ id }) => id);
}

const idSort: Sort = { field: "id", direction: "asc", isExplicit: true };

async function loadPage(isFiltered: boolean, number: number, sort = idSort) {
  const foundPage = await readPage(db.database, buildSource(isFiltered), { page: number, limit, sort });
  const { texts } = foundPage;
  assert.ok(typeof texts === "string");
  return { ...foundPage.page, ids: texts === "" ? [] : texts.split(",").map(Number) };
}

/** Delete products of the filtered half, starting at a position in it. */
async function deleteProducts(count: number, offset = 0): Promise<void> {
  const ids = (await loadSortedIds(buildSource(true), idSort)).slice(offset, offset + count);
  await db.database.query("delete from products where store_id = $1 and id = any($2)", [storeId, ids]);
}

const sorts: Sort[] = ["id", "updated_at", "created_at", "title"].flatMap((field) =>
  (["asc", "desc"] as const).map((direction) => ({ field, direction, isExplicit: true })),
);

/** Read every page of a list with a sort, and a page number above the last page, and check the rows. */
async function assertPages(isFiltered: boolean, sort: Sort): Promise<void> {
  const allIds = await loadSortedIds(buildSource(isFiltered), sort);
  assert.equal(allIds.length, isFiltered ? productCount / 2 : productCount);
  const pageCount = Math.ceil(allIds.length / limit);
  const idsOnPages: number[] = [];
  for (let number = 1; number <= pageCount; number++) {
    const { ids, ...envelope } = await loadPage(isFiltered, number, sort);
    assert.deepEqual(envelope, resolvePage(allIds.length, number, limit));
    idsOnPages.push(...ids);
  }
  assert.deepEqual(idsOnPages, allIds, `${sort.field}.${sort.direction}`);
  const lastPage = await loadPage(isFiltered, pageCount, sort);
  assert.deepEqual(await loadPage(isFiltered, Number.MAX_SAFE_INTEGER, sort), lastPage);
}

test("every page of a list contains the right rows in every sort, whether it is read from the front or the back", async () => {
  for (const sort of sorts) {
    await assertPages(false, sort);
    await assertPages(true, sort);
  }
});

test("LST-1: page 1 of a list counts the total, and later pages may use this total for a minute", async () => {
  const initialTotal = (await loadPage(true, 1)).total_count;
  await deleteProducts(3, 900);
  assert.equal((await loadPage(true, 2)).total_count, initialTotal);
  assert.equal((await loadPage(true, 1)).total_count, initialTotal - 3);
  assert.equal((await loadPage(true, 2)).total_count, initialTotal - 3);
});

test("the rows of a list are counted again if the cached total is more than a minute old", async () => {
  const { total_count } = await loadPage(true, 1);
  const countedAt = new Date((await loadDatabaseTime()) - 61_000);
  getCachedTotals(db.database).set(buildSource(true), { total: 1_000_000, at: countedAt });
  assert.equal((await loadPage(true, 2)).total_count, total_count);
  const recentTime = new Date((await loadDatabaseTime()) - 50_000);
  getCachedTotals(db.database).set(buildSource(true), { total: total_count + 1, at: recentTime });
  assert.equal((await loadPage(true, 2)).total_count, total_count + 1);
});

async function loadDatabaseTime(): Promise<number> {
  const row = await db.database.maybeOne<{ now: Date }>("select clock_timestamp() as now");
  return row?.now.getTime() ?? 0;
}

test("LST-3: a cached total that is higher than the number of rows never changes the rows of a page", async () => {
  const { page_count } = await loadPage(true, 1);
  await deleteProducts(2 * limit);
  const allIds = await loadSortedIds(buildSource(true), idSort);
  const lastPage = resolvePage(allIds.length, page_count, limit);
  assert.equal(lastPage.page, page_count - 2);
  for (const number of [page_count, page_count - 1, page_count + 5]) {
    const { ids, ...envelope } = await loadPage(true, number);
    assert.deepEqual(envelope, lastPage);
    assert.deepEqual(ids, allIds.slice((lastPage.page - 1) * limit));
  }
  const middlePage = await loadPage(true, 4);
  assert.deepEqual(middlePage.ids, allIds.slice(3 * limit, 4 * limit));
});

test("LST-3: if a list has become shorter, a page number above the last page returns the last page", async () => {
  await loadPage(true, 1);
  const remainingCount = (await loadSortedIds(buildSource(true), idSort)).length;
  await deleteProducts(remainingCount - 40);
  const { ids, ...envelope } = await loadPage(true, 3);
  assert.deepEqual(envelope, resolvePage(40, 3, limit));
  assert.deepEqual(ids, await loadSortedIds(buildSource(true), idSort));
});

test("LST-3: if a list has become longer, each page contains its current rows", async () => {
  await loadPage(true, 1);
  await seedCatalog(db.database, storeId, 4 * limit);
  const allIds = await loadSortedIds(buildSource(true), idSort);
  const { ids, ...envelope } = await loadPage(true, 2);
  assert.deepEqual(envelope, resolvePage(allIds.length, 2, limit));
  assert.deepEqual(ids, allIds.slice(limit, 2 * limit));
});
