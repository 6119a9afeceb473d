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

/** Call `readAll`, and change products and inventory levels repeatedly until it has finished. */
async function readDuringWrites<T>(readAll: () => Promise<T>): Promise<{ result: T; writeCount: number }> {
  let isReading = true;
  let writeCount = 0;
  const parameters = [testStore.store.id];
  const statements = [
    "update products set updated_at = clock_timestamp(), version = version + 1 where store_id = $1 and id % 3 = 0",
    "delete from products where store_id = $1 and id in (select id from products where store_id = $1 order by random() limit 1)",
    "update inventory_levels set inventory_quantity = inventory_quantity + 1, updated_at = clock_timestamp() where store_id = $1 and id % 2 = 0",
  ];
  const writesDone = (async () => {
    while (isReading) {
      for (const statement of statements) await db.database.query(statement, parameters);
      await seedCatalog(db.database, testStore.store.id, 2);
      writeCount += 1;
    }
  })();
  const result = await readAll().finally(() => {
    isReading = false;
  });
  await writesDone;
  return { result, writeCount };
}

/** Assert that `readAll`, called during writes, returns exactly once each record that exists both before and after the call. */
async function assertEachReturnedOnce(table: string, readAll: () => Promise<number[]>): Promise<void> {
  const idsBefore = await loadIds(table);
  const { result: readIds, writeCount } = await readDuringWrites(readAll);
  const remainingIds = new Set(await loadIds(table));
  const lastingIds = idsBefore.filter((id) => remainingIds.has(id));
  assert.ok(
    writeCount >= 1 && lastingIds.length >= 50 && lastingIds.length < idsBefore.length,
    `${writeCount} writes, ${lastingIds.length} records that were not deleted`,
  );
  assert.equal(new Set(readIds).size, readIds.length, "a record was returned twice");
  const returnedIds = new Set(readIds);
  assert.deepEqual(
    lastingIds.filter((id) => !returnedIds.has(id)),
    [],
  );
}

test("LST-5: paging by `since_id` during writes returns each product exactly once", async () => {
  await assertEachReturnedOnce("products", async () => {
    const readIds: number[] = [];
    for (let from = 1; ; ) {
      const query = `since_id=${from}&limit=5`;
      const { products } = await api.json<{ products: { id: number }[] }>(
        operations.listProducts,
        testStore.store,
        {
          query,
        },
      );
      readIds.push(...products.map(({ id }) => id));
      const last = products.at(-1);
      // New products are added at the end of the list, so the reading would never finish while products are being created.
      if (!last || products.length < 5 || readIds.length > 400) return readIds;
      from = last.id + 1;
    }
  });
});

/** Read all pages of a list by cursor, and return the ids of the records. */
async function readIdsByCursor(operation: Operation, plural: string, filter: string): Promise<number[]> {
  const readIds: number[] = [];
  let cursor = "";
  for (let page = 1; readIds.length <= 1_000; page++) {
    const query = `${filter}&limit=7${cursor}`;
    const list = await api.json<
      Record<string, { id: number }[]> & { page: number; next_cursor: string | null }
    >(operation, testStore.store, { query });
    // The page number may be lower, because records are deleted and the cached total may be a minute old.
    assert.ok(list.page <= page);
    readIds.push(...(list[plural] ?? []).map(({ id }) => id));
    if (list.next_cursor === null) break;
    cursor = `&cursor=${list.next_cursor}`;
  }
  return readIds;
}

test("paging by cursor during writes returns each inventory level exactly once", async () => {
  const filter = `location_ids=${testStore.primaryLocationId},${testStore.secondLocationId}`;
  await assertEachReturnedOnce("inventory_levels", () =>
    readIdsByCursor(operations.listInventoryLevels, "inventory_levels", filter),
  );
});

test("paging by cursor returns each stock movement once, in both sort directions", async () => {
  for (const direction of ["asc", "desc"]) {
    const idsBefore = await loadIds("inventory_movements");
    const { result: readIds } = await readDuringWrites(() =>
      readIdsByCursor(
        operations.listInventoryMovements,
        "inventory_movements",
        `sort=created_at.${direction}`,
      ),
    );
    assert.equal(new Set(readIds).size, readIds.length);
    const returnedIds = new Set(readIds);
    assert.ok(idsBefore.length > 100);
    assert.deepEqual(
      idsBefore.filter((id) => !returnedIds.has(id)),
      [],
    );
  }
});
