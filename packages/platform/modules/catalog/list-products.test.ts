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
import { Check } from "typebox/value";
import { foldCounts } from "./fold-counts.ts";

let db: TestDatabase;
let api: InProcessApi;
let practiceStore: PracticeStore;

interface List {
  products: { id: number; updated_at: string }[];
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
}

before(async () => {
  db = await testDatabase();
  api = createInProcessApi(db.database);
  practiceStore = await createPracticeStore(db.database);
  await seedCatalog(db.database, practiceStore.store.id, 120);
});
after(() => db.stop());

const list = (query = "") => api.json<List>(operations.listProducts, practiceStore.store, { query });
const count = (query = "") =>
  api
    .json<{ count: number }>(operations.countProducts, practiceStore.store, { query })
    .then((answer) => answer.count);
const getIds = ({ products }: List) => products.map(({ id }) => id);

test("LST-1, LST-2: a list has its envelope and 50 a page, latest change first", async () => {
  const first = await list();
  assert.ok(Check(operations.listProducts.response, first));
  const { products, ...envelope } = first;
  assert.deepEqual(envelope, { total_count: 120, page_count: 3, page: 1, limit: 50 });
  assert.equal(products.length, 50);
  const times = products.map(({ updated_at }) => updated_at);
  assert.deepEqual(times, [...times].sort().reverse());
});

test("LST-3: a page past the last is the last, with its actual number", async () => {
  const last = await list("page=3");
  assert.equal(last.products.length, 20);
  assert.deepEqual(await list("page=900"), last);
});

test("an empty list is page 1 of 1", async () => {
  const { products, ...envelope } = await list("ids=99999999&page=4");
  assert.deepEqual(products, []);
  assert.deepEqual(envelope, { total_count: 0, page_count: 1, page: 1, limit: 50 });
  const empty = await createPracticeStore(db.database, { handle: "empty" });
  const none = await api.json<List>(operations.listProducts, empty.store);
  assert.equal(none.total_count, 0);
});

test("LST-4, LST-5: id.asc walks every product once; since_id is inclusive and implies it", async () => {
  const all = [1, 2, 3].map((page) => list(`sort=id.asc&page=${page}`));
  const walked = (await Promise.all(all)).flatMap(getIds);
  assert.equal(new Set(walked).size, 120);
  assert.deepEqual(
    walked,
    [...walked].sort((a, b) => a - b),
  );
  const from = await list(`since_id=${walked[100]}&limit=250`);
  assert.deepEqual(getIds(from), walked.slice(100));
  assert.equal(from.total_count, 20);
  const back = await list(`since_id=${walked[100]}&sort=id.desc`);
  assert.deepEqual(getIds(back), walked.slice(100).reverse());
});

test("every sort works in both directions with the id as tie breaker", async () => {
  await db.database.query(
    "update products set updated_at = created_at, created_at = '2026-01-01' where id % 3 = 0",
  );
  for (const field of ["updated_at", "created_at", "id"]) {
    const up = getIds(await list(`sort=${field}.asc&limit=250`));
    const down = getIds(await list(`sort=${field}.desc&limit=250`));
    assert.equal(up.length, 120);
    assert.deepEqual(up, down.toReversed(), field);
  }
});

test("LST-7: updated_at_min and _max are inclusive and in store time, whatever the offset", async () => {
  const { products } = await list("sort=updated_at.asc&limit=250");
  const at = products[60]!.updated_at;
  const later = await list(`updated_at_min=${encodeURIComponent(at)}&limit=250`);
  assert.equal(later.total_count, 60);
  const wrongOffset = at.replace("+08:00", "-03:00");
  assert.equal(await count(`updated_at_min=${encodeURIComponent(wrongOffset)}`), 60);
  assert.equal(await count(`updated_at_max=${encodeURIComponent(at)}`), 61);
  assert.equal(
    await count(`updated_at_min=${encodeURIComponent(at)}&updated_at_max=${encodeURIComponent(at)}`),
    1,
  );
});

test("the count is exact while products come and go and counts are folded", async () => {
  let there = 120;
  let running = true;
  const fold = async () => {
    while (running) await foldCounts(db.database);
  };
  const watch = async () => {
    while (running) {
      const begun = there;
      const { count: seen } = await api.json<{ count: number }>(
        operations.countProducts,
        practiceStore.store,
      );
      assert.ok(seen >= begun - 2 && seen <= there + 5, `${seen} was counted between ${begun} and ${there}`);
    }
  };
  const change = async () => {
    for (let round = 0; round < 25; round++) {
      await seedCatalog(db.database, practiceStore.store.id, 5);
      there += 5;
      if (round % 2 === 0) continue;
      const text = `delete from products where id in (select id from products where store_id = $1 order by id limit 2)`;
      await db.database.query(text, [practiceStore.store.id]);
      there -= 2;
    }
    running = false;
  };
  await Promise.all([change(), fold(), fold(), watch()]);
  assert.equal(await count(), there);
  await foldCounts(db.database);
  assert.equal(await count(), there);
  const rows = await db.database.query(
    "select 1 from resource_counts where store_id = $1 and resource = 'products'",
    [practiceStore.store.id],
  );
  assert.equal(rows.rowCount, 1);
  const counted = await db.database.one<{ n: number }>(
    "select count(*) as n from products where store_id = $1",
    [practiceStore.store.id],
  );
  assert.equal(counted.n, there);
});
