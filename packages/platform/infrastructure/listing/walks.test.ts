import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, operations } from "@souk/contract";
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
  await seedCatalog(db.database, testStore.store.id, 120);
});
after(() => db.stop());

async function loadIds(table: string): Promise<number[]> {
  const text = `select id from ${table} where store_id = $1`;
  return (await db.database.many<{ id: number }>(text, [testStore.store.id])).map(({ id }) => id);
}

/** Run a walk, and change records of every table repeatedly until it is finished. */
async function walkDuringWrites<T>(walk: () => Promise<T>): Promise<{ walked: T; writes: number }> {
  let isWalking = true;
  let writes = 0;
  const store = [testStore.store.id];
  const statements = [
    "update products set updated_at = clock_timestamp(), version = version + 1 where store_id = $1 and id % 3 = 0",
    "delete from products where store_id = $1 and id in (select id from products where store_id = $1 order by random() limit 1)",
    "update inventory_levels set inventory_quantity = inventory_quantity + 1, updated_at = clock_timestamp() where store_id = $1 and id % 2 = 0",
  ];
  const writesDone = (async () => {
    while (isWalking) {
      for (const statement of statements) await db.database.query(statement, store);
      await seedCatalog(db.database, testStore.store.id, 2);
      writes += 1;
    }
  })();
  const walkedIds = await walk().finally(() => {
    isWalking = false;
  });
  await writesDone;
  return { walked: walkedIds, writes };
}

/** Assert that a walk during writes returns exactly once each record that exists both before and after the walk. */
async function assertEachReturnedOnce(table: string, walk: () => Promise<number[]>): Promise<void> {
  const idsBefore = await loadIds(table);
  const { walked: walkedIds, writes } = await walkDuringWrites(walk);
  const remainingIds = new Set(await loadIds(table));
  const lastingIds = idsBefore.filter((id) => remainingIds.has(id));
  assert.ok(
    writes >= 1 && lastingIds.length >= 50 && lastingIds.length < idsBefore.length,
    `${writes} ${lastingIds.length}`,
  );
  assert.equal(new Set(walkedIds).size, walkedIds.length, "a record was returned twice");
  const returnedIds = new Set(walkedIds);
  assert.deepEqual(
    lastingIds.filter((id) => !returnedIds.has(id)),
    [],
  );
}

test("LST-5: paging by `since_id` during writes returns each product exactly once", async () => {
  await assertEachReturnedOnce("products", async () => {
    const walkedIds: number[] = [];
    for (let from = 1; ; ) {
      const query = `since_id=${from}&limit=5`;
      const { products } = await api.json<{ products: { id: number }[] }>(
        operations.listProducts,
        testStore.store,
        {
          query,
        },
      );
      walkedIds.push(...products.map(({ id }) => id));
      const last = products.at(-1);
      // New products are at the end, so the walk would never finish while products are being created.
      if (!last || products.length < 5 || walkedIds.length > 400) return walkedIds;
      from = last.id + 1;
    }
  });
});

async function walkByCursor(operation: Operation, plural: string, filter: string): Promise<number[]> {
  const walkedIds: number[] = [];
  let cursor = "";
  for (let page = 1; walkedIds.length <= 1_000; page++) {
    const query = `${filter}&limit=7${cursor}`;
    const list = await api.json<
      Record<string, { id: number }[]> & { page: number; next_cursor: string | null }
    >(operation, testStore.store, { query });
    // The page number may be lower, because records are deleted and the cached total may be a minute old.
    assert.ok(list.page <= page);
    walkedIds.push(...(list[plural] ?? []).map(({ id }) => id));
    if (list.next_cursor === null) break;
    cursor = `&cursor=${list.next_cursor}`;
  }
  return walkedIds;
}

test("paging by cursor during writes returns each inventory level exactly once", async () => {
  const filter = `location_ids=${testStore.primary},${testStore.second}`;
  await assertEachReturnedOnce("inventory_levels", () =>
    walkByCursor(operations.listInventoryLevels, "inventory_levels", filter),
  );
});

test("paging by cursor returns each stock movement once, in both sort directions", async () => {
  for (const direction of ["asc", "desc"]) {
    const idsBefore = await loadIds("inventory_movements");
    const { walked: walkedIds } = await walkDuringWrites(() =>
      walkByCursor(operations.listInventoryMovements, "inventory_movements", `sort=created_at.${direction}`),
    );
    assert.equal(new Set(walkedIds).size, walkedIds.length);
    const returnedIds = new Set(walkedIds);
    assert.ok(idsBefore.length > 100);
    assert.deepEqual(
      idsBefore.filter((id) => !returnedIds.has(id)),
      [],
    );
  }
});
