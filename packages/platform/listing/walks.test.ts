import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, operations } from "@souk/contract";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createPracticeApi, type PracticeApi } from "../demo/practice-api.ts";
import { createPracticeShop, type PracticeShop } from "../demo/practice-shop.ts";
import { seedCatalog } from "../demo/seed-catalog.ts";

let db: TestDatabase;
let api: PracticeApi;
let shop: PracticeShop;

before(async () => {
  db = await testDatabase();
  api = createPracticeApi(db.database);
  shop = await createPracticeShop(db.database);
  await seedCatalog(db.database, shop.store.id, 120);
});
after(() => db.stop());

async function idsOf(table: string): Promise<number[]> {
  const text = `select id from ${table} where store_id = $1`;
  return (await db.database.query<{ id: number }>(text, [shop.store.id])).rows.map(({ id }) => id);
}

/** Writes all that there is to write, over and over, until the walk has ended. */
async function writeMeanwhile<T>(walk: () => Promise<T>): Promise<{ walked: T; writes: number }> {
  let walking = true;
  let writes = 0;
  const store = [shop.store.id];
  const statements = [
    "update products set updated_at = clock_timestamp(), version = version + 1 where store_id = $1 and id % 3 = 0",
    "delete from products where store_id = $1 and id in (select id from products where store_id = $1 order by random() limit 1)",
    "update inventory_levels set inventory_quantity = inventory_quantity + 1, updated_at = clock_timestamp() where store_id = $1 and id % 2 = 0",
  ];
  const writing = (async () => {
    while (walking) {
      for (const statement of statements) await db.database.query(statement, store);
      await seedCatalog(db.database, shop.store.id, 2);
      writes += 1;
    }
  })();
  const walked = await walk().finally(() => {
    walking = false;
  });
  await writing;
  return { walked, writes };
}

/** What was there before and after the walk must have been met exactly once, and nothing twice. */
async function assertMet(table: string, walk: () => Promise<number[]>): Promise<void> {
  const before = await idsOf(table);
  const { walked, writes } = await writeMeanwhile(walk);
  const there = new Set(await idsOf(table));
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

test("LST-5: a walk by since_id meets every product that is there throughout exactly once, while all is written", async () => {
  await assertMet("products", async () => {
    const walked: number[] = [];
    for (let from = 1; ; ) {
      const query = `since_id=${from}&limit=5`;
      const { products } = await api.json<{ products: { id: number }[] }>(
        operations.listProducts,
        shop.store,
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
    >(operation, shop.store, { query });
    // Records that go take the last page with them, and a total that is kept may be a minute behind.
    assert.ok(list.page <= page);
    walked.push(...(list[plural] ?? []).map(({ id }) => id));
    if (list.next_cursor === null) break;
    cursor = `&cursor=${list.next_cursor}`;
  }
  return walked;
}

test("a walk by cursor meets every level that is there throughout exactly once, while all is written", async () => {
  const filter = `location_ids=${shop.primary},${shop.second}`;
  await assertMet("inventory_levels", () =>
    walkByCursor(operations.listInventoryLevels, "inventory_levels", filter),
  );
});

test("a walk through the ledger meets every movement that was there before it exactly once, both ways", async () => {
  for (const direction of ["asc", "desc"]) {
    const before = await idsOf("inventory_movements");
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
