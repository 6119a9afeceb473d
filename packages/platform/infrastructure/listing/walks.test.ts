import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, operations } from "@souk/contract";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  seedCatalog,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";

let db: TestDatabase;
let api: InProcessApi;
let practiceStore: PracticeStore;

before(async () => {
  db = await testDatabase();
  api = createInProcessApi(db.database);
  practiceStore = await createPracticeStore(db.database);
  await seedCatalog(db.database, practiceStore.store.id, 120);
});
after(() => db.stop());

async function loadIds(table: string): Promise<number[]> {
  const text = `select id from ${table} where store_id = $1`;
  return (await db.database.many<{ id: number }>(text, [practiceStore.store.id])).map(({ id }) => id);
}

/** Write to every table repeatedly until the walk has ended. */
async function writeMeanwhile<T>(walk: () => Promise<T>): Promise<{ walked: T; writes: number }> {
  let walking = true;
  let writes = 0;
  const store = [practiceStore.store.id];
  const statements = [
    "update products set updated_at = clock_timestamp(), version = version + 1 where store_id = $1 and id % 3 = 0",
    "delete from products where store_id = $1 and id in (select id from products where store_id = $1 order by random() limit 1)",
    "update inventory_levels set inventory_quantity = inventory_quantity + 1, updated_at = clock_timestamp() where store_id = $1 and id % 2 = 0",
  ];
  const writing = (async () => {
    while (walking) {
      for (const statement of statements) await db.database.query(statement, store);
      await seedCatalog(db.database, practiceStore.store.id, 2);
      writes += 1;
    }
  })();
  const walked = await walk().finally(() => {
    walking = false;
  });
  await writing;
  return { walked, writes };
}

/** Check that every record present before and after the walk appeared exactly once, and none twice. */
async function assertMet(table: string, walk: () => Promise<number[]>): Promise<void> {
  const before = await loadIds(table);
  const { walked, writes } = await writeMeanwhile(walk);
  const there = new Set(await loadIds(table));
  const throughout = before.filter((id) => there.has(id));
  assert.ok(
    writes >= 1 && throughout.length >= 50 && throughout.length < before.length,
    `${writes} ${throughout.length}`,
  );
  assert.equal(new Set(walked).size, walked.length, "a record was met twice");
  const met = new Set(walked);
  assert.deepEqual(
    throughout.filter((id) => !met.has(id)),
    [],
  );
}

test("LST-5: during writes a walk by since_id returns every lasting product exactly once", async () => {
  await assertMet("products", async () => {
    const walked: number[] = [];
    for (let from = 1; ; ) {
      const query = `since_id=${from}&limit=5`;
      const { products } = await api.json<{ products: { id: number }[] }>(
        operations.listProducts,
        practiceStore.store,
        {
          query,
        },
      );
      walked.push(...products.map(({ id }) => id));
      const last = products.at(-1);
      // What is made meanwhile comes at the end: the walk goes no further than a few hundred.
      if (!last || products.length < 5 || walked.length > 400) return walked;
      from = last.id + 1;
    }
  });
});

async function walkByCursor(operation: Operation, plural: string, filter: string): Promise<number[]> {
  const walked: number[] = [];
  let cursor = "";
  for (let page = 1; walked.length <= 1_000; page++) {
    const query = `${filter}&limit=7${cursor}`;
    const list = await api.json<
      Record<string, { id: number }[]> & { page: number; next_cursor: string | null }
    >(operation, practiceStore.store, { query });
    // Records that go take the last page with them, and a total that is kept may be a minute behind.
    assert.ok(list.page <= page);
    walked.push(...(list[plural] ?? []).map(({ id }) => id));
    if (list.next_cursor === null) break;
    cursor = `&cursor=${list.next_cursor}`;
  }
  return walked;
}

test("during writes a walk by cursor returns every lasting level exactly once", async () => {
  const filter = `location_ids=${practiceStore.primary},${practiceStore.second}`;
  await assertMet("inventory_levels", () =>
    walkByCursor(operations.listInventoryLevels, "inventory_levels", filter),
  );
});

test("a ledger walk returns every earlier movement exactly once, in both directions", async () => {
  for (const direction of ["asc", "desc"]) {
    const before = await loadIds("inventory_movements");
    const { walked } = await writeMeanwhile(() =>
      walkByCursor(operations.listInventoryMovements, "inventory_movements", `sort=created_at.${direction}`),
    );
    assert.equal(new Set(walked).size, walked.length);
    const met = new Set(walked);
    assert.ok(before.length > 100);
    assert.deepEqual(
      before.filter((id) => !met.has(id)),
      [],
    );
  }
});
