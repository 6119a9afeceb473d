import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { formatDifference } from "@souk/database";
import { eventually, type TestDatabase, testDatabase } from "@souk/testkit";
import { closeStock, holdStock } from "./close-stock.ts";
import { ledgerTotal } from "./ledger-total.ts";
import { openStock } from "./open-stock.ts";
import { sealLedger } from "./seal-ledger.ts";
import { createStockFixture, type StockFixture } from "./testing/stock-fixture.ts";
import { verifyStock } from "./verify-stock.ts";

let db: TestDatabase;
let fixture: StockFixture;
let other: StockFixture;

before(async () => {
  db = await testDatabase();
  fixture = await createStockFixture(db.database);
  other = await createStockFixture(db.database, "other");
});
after(() => db.stop());

type TestStore = Pick<StockFixture, "api" | "seededStore">;

interface Listed {
  inventory_movements: { id: number }[];
  total_count: number;
  page: number;
  next_cursor: string | null;
}

const countRows = async ({ seededStore }: TestStore): Promise<number> => {
  const text = "select count(*) as n from inventory_movements where store_id = $1";
  return (await db.database.one<{ n: number }>(text, [seededStore.store.id])).n;
};

/** Return the sealed number of movements of a store; 0 without a seal. */
const loadSealedCount = async ({ seededStore: { store } }: TestStore): Promise<number> => {
  const text = "select movement_count from ledger_checkpoints where store_id = $1";
  return (await db.database.maybeOne<{ movement_count: number }>(text, [store.id]))?.movement_count ?? 0;
};

const listed = ({ api, seededStore }: TestStore, query: string): Promise<Listed> =>
  api.json<Listed>(operations.listInventoryMovements, seededStore.store, { query });

/** Return the number of rows, after checking that page and count agree. */
async function countMovements(testStore: TestStore): Promise<number> {
  const rows = await countRows(testStore);
  const { count } = await testStore.api.json<{ count: number }>(
    operations.countInventoryMovements,
    testStore.seededStore.store,
  );
  const { total_count } = await listed(testStore, "limit=1");
  assert.deepEqual([count, total_count], [rows, rows]);
  return rows;
}

async function yesterday(): Promise<Date> {
  const row = await db.database.maybeOne<{ at: Date }>("select clock_timestamp() - interval '1 day' as at");
  return row?.at ?? assert.fail();
}

/** Move all rows an hour into the past, marks and seals too. */
async function letAnHourPass(): Promise<void> {
  for (const [table, column] of [
    ["inventory_movements", "created_at"],
    ["ledger_checkpoints", "covered_until"],
    ["ledger_checkpoint_mark", "covered_until"],
  ])
    await db.database.query(`update ${table} set ${column} = ${column} - interval '1 hour'`);
}

/** Seal up to the mark. The call may wait for other tests' transactions on the same PostgreSQL. */
async function sealOnce(): Promise<void> {
  await eventually(() => sealLedger(db.database));
}

/** Seal up to an old mark, and then up to a new one. */
async function sealAll(): Promise<void> {
  await letAnHourPass();
  await sealOnce();
  await sealOnce();
}

const adjust = (stockFixture: StockFixture, variant: number, by = 1) =>
  stockFixture.adjust({
    variant_id: variant,
    location_id: stockFixture.seededStore.primary,
    adjustment_quantity: by,
  });

test("all stores' ledgers are sealed up to a past moment, and later rows are counted", async () => {
  await sealOnce();
  await sealOnce();
  assert.deepEqual(
    [await loadSealedCount(fixture), await loadSealedCount(other)],
    [0, 0],
    "nothing is old enough",
  );
  await sealAll();
  const rows = [await countMovements(fixture), await countMovements(other)];
  assert.ok(rows.every((n) => n > 0));
  assert.deepEqual([await loadSealedCount(fixture), await loadSealedCount(other)], rows);
  const [variant = 0] = await fixture.newVariants(1);
  await fixture.set({ variant_id: variant, location_id: fixture.seededStore.primary, quantity: 5 });
  await adjust(fixture, variant);
  assert.deepEqual(
    [await countMovements(fixture), await countMovements(other)],
    [(rows[0] ?? 0) + 2, rows[1]],
  );
  assert.equal(await loadSealedCount(fixture), rows[0]);
  await sealAll();
  assert.deepEqual(
    [await loadSealedCount(fixture), await loadSealedCount(other)],
    [await countMovements(fixture), rows[1]],
  );
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});

test("no ledger is sealed past a transaction that has not ended, however long it takes", async () => {
  await sealAll();
  const before = await countMovements(fixture);
  const sealed = await loadSealedCount(fixture);
  await db.database.transaction(async (tx) => {
    // As it stands an hour after a change of stock whose transaction is still open.
    await tx.query(
      `insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
         reason, actor_kind, actor_id, request_id)
       select store_id, clock_timestamp() - interval '1 hour', variant_id, location_id, field, 0, resulting_quantity,
         'slow', 'system', 'test', 'slow' from inventory_movements where store_id = $1 order by created_at desc limit 1`,
      [fixture.seededStore.store.id],
    );
    const [variant = 0] = await fixture.newVariants(1);
    await fixture.set({ variant_id: variant, location_id: fixture.seededStore.primary, quantity: 5 });
    // The mark was made before the transaction began: from here on it is made again.
    await sealOnce();
    await db.database.query(
      "update ledger_checkpoint_mark set covered_until = clock_timestamp() - interval '1 minute'",
    );
    for (let run = 0; run < 3; run++) assert.equal(await sealLedger(db.database), false);
    assert.equal(await loadSealedCount(fixture), sealed);
    assert.equal(await countMovements(fixture), before + 1, "the other change is counted at once");
  });
  assert.equal(await countMovements(fixture), before + 2);
  await sealOnce();
  assert.equal(await loadSealedCount(fixture), sealed + 1, "the slow one");
  assert.equal(await countMovements(fixture), before + 2);
});

test("movements written for past days are counted, also while the ledger is sealed", async () => {
  await sealAll();
  const before = await countMovements(fixture);
  const [variant_id = 0, second = 0] = await fixture.newVariants(2);
  const { store, primary } = fixture.seededStore;
  const at = await yesterday();
  const opening = (variant: number) => ({
    variant_id: variant,
    location_id: primary,
    change: 4,
    reason: "opening stock",
    at,
    actor: { kind: "system", id: "test" } as const,
    request_id: "past",
  });
  await db.database.transaction(async (tx) => {
    await openStock(tx, store.id, [opening(variant_id)]);
    await sealLedger(db.database);
    assert.equal(await countMovements(fixture), before, "nobody sees it yet");
  });
  assert.equal(await loadSealedCount(fixture), 0);
  assert.equal(await countMovements(fixture), before + 1);
  await sealAll();
  assert.equal(await loadSealedCount(fixture), before + 1);
  const work = Array.from({ length: 6 }, () => sealLedger(db.database));
  await Promise.all([
    ...work,
    db.database.transaction((tx) => openStock(tx, store.id, [opening(second)])),
    ...Array.from({ length: 6 }, () => sealLedger(db.database)),
  ]);
  assert.equal(await countMovements(fixture), before + 2);
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("the movements that close a deleted variant's stock are counted", async () => {
  const { store } = fixture.seededStore;
  const [variant = 0] = await fixture.newVariants(1);
  await fixture.set({ variant_id: variant, location_id: fixture.seededStore.primary, quantity: 5 });
  await sealAll();
  const before = await countMovements(fixture);
  await db.database.transaction(async (tx) => {
    const cause = {
      actor: { kind: "system", id: "test", scopes: new Set<string>() },
      request_id: "gone",
    } as const;
    const variant_ids = await holdStock(tx, store, [variant]);
    await closeStock(tx, store, { variant_ids, cause });
    await tx.query(
      "update products set total_quantity = total_quantity - 5 where id = (select product_id from variants where id = $1)",
      [variant],
    );
    await tx.query("delete from variants where store_id = $1 and id = $2", [store.id, variant]);
  });
  assert.equal(await countMovements(fixture), before + 1);
  await sealAll();
  assert.equal(await loadSealedCount(fixture), before + 1);
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("every page of a walk has the exact count, while stock changes and is sealed", async () => {
  const [variant = 0] = await fixture.newVariants(1);
  await fixture.set({ variant_id: variant, location_id: fixture.seededStore.primary, quantity: 5 });
  await sealAll();
  const before = await countMovements(fixture);
  const met = new Set<number>();
  let steps = 0;
  for (let cursor: string | null = ""; cursor !== null; steps++) {
    const page = await listed(fixture, `limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
    assert.equal(page.total_count, before + steps);
    for (const { id } of page.inventory_movements) met.add(id);
    cursor = page.next_cursor;
    await adjust(fixture, variant);
    await sealLedger(db.database);
  }
  assert.ok(steps > 3);
  assert.equal(met.size, before);
  const last = await listed(fixture, "limit=3&page=99999");
  assert.deepEqual([last.total_count, last.page], [before + steps, Math.ceil((before + steps) / 3)]);
});

test("a seal later than the clock is ignored, and deleted by the next run", async () => {
  await sealAll();
  const rows = await countMovements(fixture);
  const wrong =
    "update ledger_checkpoints set covered_until = clock_timestamp() + interval '1 hour', movement_count = movement_count + 7";
  await db.database.query(wrong);
  assert.equal(await countMovements(fixture), rows);
  await sealLedger(db.database);
  assert.equal(await countMovements(fixture), rows);
  assert.ok((await loadSealedCount(fixture)) <= rows);
  await sealAll();
  assert.equal(await loadSealedCount(fixture), rows);
});

test("a mark from another PostgreSQL, as in a restored dump, is made again", async () => {
  await sealAll();
  const [variant = 0] = await fixture.newVariants(1);
  await fixture.set({ variant_id: variant, location_id: fixture.seededStore.primary, quantity: 5 });
  await letAnHourPass();
  await db.database.query("update ledger_checkpoint_mark set transaction_id = transaction_id + 1000000000");
  assert.equal(await sealLedger(db.database), false);
  await sealOnce();
  assert.equal(await loadSealedCount(fixture), await countMovements(fixture));
});

test("a seal that differs from its rows is found by verifying", async () => {
  await sealAll();
  const { store } = fixture.seededStore;
  await db.database.query(
    "update ledger_checkpoints set movement_count = movement_count + 3 where store_id = $1",
    [store.id],
  );
  const rows = await countRows(fixture);
  assert.deepEqual((await verifyStock(db.database, store.id)).map(formatDifference), [
    `The count of sealed movements is ${rows + 3}, there are ${rows}.`,
  ]);
  await db.database.query("delete from ledger_checkpoints where store_id = $1", [store.id]);
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("a count of a long ledger reads only rows after the seal", async () => {
  const { store, primary } = other.seededStore;
  await db.database.query(
    `insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
       reason, actor_kind, actor_id, request_id)
     select $1, clock_timestamp(), n / 3, $2, 'reserved_inventory_quantity', 0, 0, 'long', 'system', 'test', 'long'
     from generate_series(1, 5000) n`,
    [store.id, primary],
  );
  await sealAll();
  const [variant = 0] = await other.newVariants(1);
  await other.set({ variant_id: variant, location_id: primary, quantity: 5 });
  await db.database.query("analyze inventory_movements");
  await db.database.transaction(async (tx) => {
    await tx.query("set local plan_cache_mode = force_generic_plan");
    await tx.query(`prepare total (bigint) as select ${ledgerTotal} as total`);
    const rows = await tx.many<{ "QUERY PLAN": string }>(
      `explain (analyze, costs off, timing off) execute total (${store.id})`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const read = [...plan.matchAll(/Scan.* on inventory_movements.*actual rows=(\d+)/g)];
    assert.equal(
      read.reduce((sum, [, count]) => sum + Number(count), 0),
      1,
      plan,
    );
    assert.doesNotMatch(plan, /Rows Removed/, plan);
  });
  assert.ok((await countMovements(other)) > 5_000);
});
