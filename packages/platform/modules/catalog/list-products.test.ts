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
import { Check } from "typebox/value";
import { mergeCountRows } from "./merge-count-rows.ts";

let db: TestDatabase;
let api: InProcessApi;
let testStore: TestStore;

interface List {
  products: { id: number; updated_at: string }[];
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
}

before(async () => {
  db = await createTestDatabase();
  api = createInProcessApi(db.database);
  testStore = await createTestStore(db.database);
  await seedCatalog(db.database, testStore.store.id, 120);
});
after(() => db.stop());

const listProducts = (query = "") => api.json<List>(operations.listProducts, testStore.store, { query });
const countProducts = (query = "") =>
  api
    .json<{ count: number }>(operations.countProducts, testStore.store, { query })
    .then((response) => response.count);
const getIds = ({ products }: List) => products.map(({ id }) => id);

test("LST-1, LST-2: a product list has counts and 50 products a page, with the most recently changed product first", async () => {
  const firstPage = await listProducts();
  assert.ok(Check(operations.listProducts.response, firstPage));
  const { products, ...envelope } = firstPage;
  assert.deepEqual(envelope, { total_count: 120, page_count: 3, page: 1, limit: 50 });
  assert.equal(products.length, 50);
  const times = products.map(({ updated_at }) => updated_at);
  assert.deepEqual(times, [...times].sort().reverse());
});

test("LST-3: a page number that is too high returns the last page and its number", async () => {
  const lastPage = await listProducts("page=3");
  assert.equal(lastPage.products.length, 20);
  assert.deepEqual(await listProducts("page=900"), lastPage);
});

test("an empty product list is page 1 of 1", async () => {
  const { products, ...envelope } = await listProducts("ids=99999999&page=4");
  assert.deepEqual(products, []);
  assert.deepEqual(envelope, { total_count: 0, page_count: 1, page: 1, limit: 50 });
  const emptyStore = await createTestStore(db.database, { handle: "empty" });
  const emptyList = await api.json<List>(operations.listProducts, emptyStore.store);
  assert.equal(emptyList.total_count, 0);
});

test("LST-4, LST-5: sorting by id.asc lists each product once, and since_id is inclusive", async () => {
  const pages = [1, 2, 3].map((page) => listProducts(`sort=id.asc&page=${page}`));
  const listedIds = (await Promise.all(pages)).flatMap(getIds);
  assert.equal(new Set(listedIds).size, 120);
  assert.deepEqual(
    listedIds,
    [...listedIds].sort((a, b) => a - b),
  );
  const listFromSinceId = await listProducts(`since_id=${listedIds[100]}&limit=250`);
  assert.deepEqual(getIds(listFromSinceId), listedIds.slice(100));
  assert.equal(listFromSinceId.total_count, 20);
  const descendingList = await listProducts(`since_id=${listedIds[100]}&sort=id.desc`);
  assert.deepEqual(getIds(descendingList), listedIds.slice(100).reverse());
});

test("products can be sorted by each sort field in both directions, and ties are sorted by id", async () => {
  await db.database.query(
    "update products set updated_at = created_at, created_at = '2026-01-01' where id % 3 = 0",
  );
  for (const field of ["updated_at", "created_at", "id"]) {
    const ascendingIds = getIds(await listProducts(`sort=${field}.asc&limit=250`));
    const descendingIds = getIds(await listProducts(`sort=${field}.desc&limit=250`));
    assert.equal(ascendingIds.length, 120);
    assert.deepEqual(ascendingIds, descendingIds.toReversed(), field);
  }
});

test("LST-7: updated_at_min and updated_at_max are inclusive, use the store's local time and ignore a UTC offset", async () => {
  const { products } = await listProducts("sort=updated_at.asc&limit=250");
  const updatedAt = products[60]!.updated_at;
  const laterProducts = await listProducts(`updated_at_min=${encodeURIComponent(updatedAt)}&limit=250`);
  assert.equal(laterProducts.total_count, 60);
  const wrongOffset = updatedAt.replace("+08:00", "-03:00");
  assert.equal(await countProducts(`updated_at_min=${encodeURIComponent(wrongOffset)}`), 60);
  assert.equal(await countProducts(`updated_at_max=${encodeURIComponent(updatedAt)}`), 61);
  assert.equal(
    await countProducts(
      `updated_at_min=${encodeURIComponent(updatedAt)}&updated_at_max=${encodeURIComponent(updatedAt)}`,
    ),
    1,
  );
});

test("the product count is right while products change and stored counts are merged", async () => {
  let productCount = 120;
  let isRunning = true;
  const mergeRepeatedly = async () => {
    while (isRunning) await mergeCountRows(db.database);
  };
  const checkRepeatedly = async () => {
    while (isRunning) {
      const countBefore = productCount;
      const count = await countProducts();
      // The latest commit, of 5 new products or of 2 deletions, may already be counted although `productCount` does not contain it.
      assert.ok(
        count >= countBefore - 2 && count <= productCount + 5,
        `${count} was counted, between ${countBefore} and ${productCount}`,
      );
    }
  };
  const changeProducts = async () => {
    for (let round = 0; round < 25; round++) {
      await seedCatalog(db.database, testStore.store.id, 5);
      productCount += 5;
      if (round % 2 === 0) continue;
      const text = `delete from products where id in (select id from products where store_id = $1 order by id limit 2)`;
      await db.database.query(text, [testStore.store.id]);
      productCount -= 2;
    }
    isRunning = false;
  };
  await Promise.all([changeProducts(), mergeRepeatedly(), mergeRepeatedly(), checkRepeatedly()]);
  assert.equal(await countProducts(), productCount);
  await mergeCountRows(db.database);
  assert.equal(await countProducts(), productCount);
  const mergedCounts = await db.database.query(
    "select 1 from resource_counts where store_id = $1 and resource = 'products'",
    [testStore.store.id],
  );
  assert.equal(mergedCounts.rowCount, 1);
  const countedRow = await db.database.one<{ count: number }>(
    "select count(*) as count from products where store_id = $1",
    [testStore.store.id],
  );
  assert.equal(countedRow.count, productCount);
});
