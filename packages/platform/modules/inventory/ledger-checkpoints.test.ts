import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { formatDifference } from "@souk/database";
import { createTestDatabase, eventually, type TestDatabase } from "@souk/testkit";
import { insertInitialStock } from "./initial-stock.ts";
import { advanceCheckpoints } from "./ledger-checkpoints.ts";
import { ledgerTotalSql } from "./ledger-total.ts";
import { deleteLevels, lockVariantStock } from "./lock-and-delete-levels.ts";
import { createStockFixture, type StockFixture } from "./testing/stock-fixture.ts";
import { verifyStock } from "./verify-stock.ts";

let db: TestDatabase;
let fixture: StockFixture;
let otherFixture: StockFixture;

before(async () => {
  db = await createTestDatabase();
  fixture = await createStockFixture(db.database);
  otherFixture = await createStockFixture(db.database, "other");
});
after(() => db.stop());

type TestStore = Pick<StockFixture, "api" | "seededStore">;

interface MovementPage {
  inventory_movements: { id: number }[];
  total_count: number;
  page: number;
  next_cursor: string | null;
}

const countMovementRows = async ({ seededStore }: TestStore): Promise<number> => {
  const text = "select count(*) as n from inventory_movements where store_id = $1";
  return (await db.database.one<{ n: number }>(text, [seededStore.store.id])).n;
};

/** Return the number of movements that a store's checkpoint counts; 0 without a checkpoint. */
const loadCheckpointCount = async ({ seededStore: { store } }: TestStore): Promise<number> => {
  const text = "select movement_count from ledger_checkpoints where store_id = $1";
  return (await db.database.maybeOne<{ movement_count: number }>(text, [store.id]))?.movement_count ?? 0;
};

const listMovements = ({ api, seededStore }: TestStore, query: string): Promise<MovementPage> =>
  api.json<MovementPage>(operations.listInventoryMovements, seededStore.store, { query });

/** Return the number of a store's movements, after checking that the table, the list and the count agree. */
async function countMovements(testStore: TestStore): Promise<number> {
  const rowCount = await countMovementRows(testStore);
  const { api, seededStore } = testStore;
  const { count } = await api.json<{ count: number }>(operations.countInventoryMovements, seededStore.store);
  const { total_count } = await listMovements(testStore, "limit=1");
  assert.deepEqual([count, total_count], [rowCount, rowCount]);
  return rowCount;
}

async function loadYesterday(): Promise<Date> {
  return (await db.database.one<{ at: Date }>("select clock_timestamp() - interval '1 day' as at")).at;
}

/** Set the time of all movements, checkpoints and the mark back by an hour. */
async function moveTimestampsBack(): Promise<void> {
  for (const [table, column] of [
    ["inventory_movements", "created_at"],
    ["ledger_checkpoints", "covered_until"],
    ["ledger_checkpoint_mark", "covered_until"],
  ])
    await db.database.query(`update ${table} set ${column} = ${column} - interval '1 hour'`);
}

// The mark is the time up to which no transaction can still add a movement, so this may wait for transactions of other tests.
/** Advance the checkpoints to the mark. */
async function advanceCheckpointsOnce(): Promise<void> {
  await eventually(() => advanceCheckpoints(db.database));
}

/** Advance the checkpoints to the existing mark, and then to the next one. */
async function advanceToEnd(): Promise<void> {
  await moveTimestampsBack();
  await advanceCheckpointsOnce();
  await advanceCheckpointsOnce();
}

/** Load a number for each of the two stores. */
const loadForBothStores = (load: (testStore: TestStore) => Promise<number>) =>
  Promise.all([load(fixture), load(otherFixture)]);

function adjustStock(stockFixture: StockFixture, variant_id: number, adjustment_quantity = 1) {
  const location_id = stockFixture.seededStore.primaryLocationId;
  return stockFixture.adjustLevel({ variant_id, location_id, adjustment_quantity });
}

/** Set the stock of a variant at the primary location to 5 units. */
function setFiveUnits(variant_id: number) {
  const location_id = fixture.seededStore.primaryLocationId;
  return fixture.setLevel({ variant_id, location_id, quantity: 5 });
}

test("a ledger's number of movements is the checkpoint's count plus the movements after the checkpoint", async () => {
  await advanceCheckpointsOnce();
  await advanceCheckpointsOnce();
  assert.deepEqual(await loadForBothStores(loadCheckpointCount), [0, 0], "no movement is old enough");
  await advanceToEnd();
  const counts = await loadForBothStores(countMovements);
  assert.ok(counts.every((n) => n > 0));
  assert.deepEqual(await loadForBothStores(loadCheckpointCount), counts);
  const [variant = 0] = await fixture.createVariants(1);
  await setFiveUnits(variant);
  await adjustStock(fixture, variant);
  assert.deepEqual(await loadForBothStores(countMovements), [(counts[0] ?? 0) + 2, counts[1]]);
  assert.equal(await loadCheckpointCount(fixture), counts[0]);
  await advanceToEnd();
  assert.deepEqual(await loadForBothStores(loadCheckpointCount), [await countMovements(fixture), counts[1]]);
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});

test("no ledger checkpoint advances past a running transaction, however long it runs", async () => {
  await advanceToEnd();
  const countBefore = await countMovements(fixture);
  const checkpointCount = await loadCheckpointCount(fixture);
  await db.database.transaction(async (tx) => {
    // Simulates a change of stock that a transaction made an hour ago and has not committed yet.
    await tx.query(
      `insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
         reason, actor_kind, actor_id, request_id)
       select store_id, clock_timestamp() - interval '1 hour', variant_id, location_id, field, 0, resulting_quantity,
         'slow', 'system', 'test', 'slow' from inventory_movements where store_id = $1 order by created_at desc limit 1`,
      [fixture.seededStore.store.id],
    );
    const [variant = 0] = await fixture.createVariants(1);
    await setFiveUnits(variant);
    // The existing mark is older than this transaction. Advancing sets a new mark.
    await advanceCheckpointsOnce();
    await db.database.query(
      "update ledger_checkpoint_mark set covered_until = clock_timestamp() - interval '1 minute'",
    );
    for (let run = 0; run < 3; run++) assert.equal(await advanceCheckpoints(db.database), false);
    assert.equal(await loadCheckpointCount(fixture), checkpointCount);
    assert.equal(await countMovements(fixture), countBefore + 1, "the committed change is counted");
  });
  assert.equal(await countMovements(fixture), countBefore + 2);
  await advanceCheckpointsOnce();
  assert.equal(await loadCheckpointCount(fixture), checkpointCount + 1, "the old movement is counted");
  assert.equal(await countMovements(fixture), countBefore + 2);
});

test("stock movements inserted with a past date are counted while checkpoints advance", async () => {
  await advanceToEnd();
  const countBefore = await countMovements(fixture);
  const [variant_id = 0, secondVariantId = 0] = await fixture.createVariants(2);
  const { store, primaryLocationId } = fixture.seededStore;
  const createdAt = await loadYesterday();
  const createMovement = (variant: number) => ({
    variant_id: variant,
    location_id: primaryLocationId,
    change: 4,
    reason: "opening stock",
    at: createdAt,
    actor: { kind: "system", id: "test" } as const,
    request_id: "past",
  });
  await db.database.transaction(async (tx) => {
    await insertInitialStock(tx, store.id, [createMovement(variant_id)]);
    await advanceCheckpoints(db.database);
    assert.equal(await countMovements(fixture), countBefore, "the uncommitted movement is not counted");
  });
  assert.equal(await loadCheckpointCount(fixture), 0);
  assert.equal(await countMovements(fixture), countBefore + 1);
  await advanceToEnd();
  assert.equal(await loadCheckpointCount(fixture), countBefore + 1);
  const runs = Array.from({ length: 6 }, () => advanceCheckpoints(db.database));
  await Promise.all([
    ...runs,
    db.database.transaction((tx) => insertInitialStock(tx, store.id, [createMovement(secondVariantId)])),
    ...Array.from({ length: 6 }, () => advanceCheckpoints(db.database)),
  ]);
  assert.equal(await countMovements(fixture), countBefore + 2);
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("the ledger's count includes the final movements of a deleted variant", async () => {
  const { store } = fixture.seededStore;
  const [variant = 0] = await fixture.createVariants(1);
  await setFiveUnits(variant);
  await advanceToEnd();
  const countBefore = await countMovements(fixture);
  await db.database.transaction(async (tx) => {
    const cause = {
      actor: { kind: "system", id: "test", scopes: new Set<string>() },
      request_id: "gone",
    } as const;
    const variant_ids = await lockVariantStock(tx, store, [variant]);
    await deleteLevels(tx, store, { variant_ids, cause });
    await tx.query(
      "update products set total_quantity = total_quantity - 5 where id = (select product_id from variants where id = $1)",
      [variant],
    );
    await tx.query("delete from variants where store_id = $1 and id = $2", [store.id, variant]);
  });
  assert.equal(await countMovements(fixture), countBefore + 1);
  await advanceToEnd();
  assert.equal(await loadCheckpointCount(fixture), countBefore + 1);
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("each page of the ledger has the exact total count while stock and checkpoints change", async () => {
  const [variant = 0] = await fixture.createVariants(1);
  await setFiveUnits(variant);
  await advanceToEnd();
  const countBefore = await countMovements(fixture);
  const listedIds = new Set<number>();
  let pageNumber = 0;
  for (let cursor: string | null = ""; cursor !== null; pageNumber++) {
    const page = await listMovements(fixture, `limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
    assert.equal(page.total_count, countBefore + pageNumber);
    for (const { id } of page.inventory_movements) listedIds.add(id);
    cursor = page.next_cursor;
    await adjustStock(fixture, variant);
    await advanceCheckpoints(db.database);
  }
  assert.ok(pageNumber > 3);
  assert.equal(listedIds.size, countBefore);
  const lastPage = await listMovements(fixture, "limit=3&page=99999");
  assert.deepEqual(
    [lastPage.total_count, lastPage.page],
    [countBefore + pageNumber, Math.ceil((countBefore + pageNumber) / 3)],
  );
});

test("a ledger checkpoint in the future is ignored, and deleted by the next run", async () => {
  await advanceToEnd();
  const count = await countMovements(fixture);
  const moveCheckpointsToFutureText =
    "update ledger_checkpoints set covered_until = clock_timestamp() + interval '1 hour', movement_count = movement_count + 7";
  await db.database.query(moveCheckpointsToFutureText);
  assert.equal(await countMovements(fixture), count);
  await advanceCheckpoints(db.database);
  assert.equal(await countMovements(fixture), count);
  assert.ok((await loadCheckpointCount(fixture)) <= count);
  await advanceToEnd();
  assert.equal(await loadCheckpointCount(fixture), count);
});

test("a ledger checkpoint mark from another PostgreSQL server, as in a restored dump, is replaced", async () => {
  await advanceToEnd();
  const [variant = 0] = await fixture.createVariants(1);
  await setFiveUnits(variant);
  await moveTimestampsBack();
  await db.database.query("update ledger_checkpoint_mark set transaction_id = transaction_id + 1000000000");
  assert.equal(await advanceCheckpoints(db.database), false);
  await advanceCheckpointsOnce();
  assert.equal(await loadCheckpointCount(fixture), await countMovements(fixture));
});

test("stock verification finds a ledger checkpoint whose count is wrong", async () => {
  await advanceToEnd();
  const { store } = fixture.seededStore;
  await db.database.query(
    "update ledger_checkpoints set movement_count = movement_count + 3 where store_id = $1",
    [store.id],
  );
  const rowCount = await countMovementRows(fixture);
  assert.deepEqual((await verifyStock(db.database, store.id)).map(formatDifference), [
    `The count of movements up to the ledger checkpoint is ${rowCount + 3}, but there are ${rowCount}.`,
  ]);
  await db.database.query("delete from ledger_checkpoints where store_id = $1", [store.id]);
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("counting the movements of a long ledger reads only those after its checkpoint", async () => {
  const { store, primaryLocationId } = otherFixture.seededStore;
  await db.database.query(
    `insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
       reason, actor_kind, actor_id, request_id)
     select $1, clock_timestamp(), n / 3, $2, 'reserved_inventory_quantity', 0, 0, 'long', 'system', 'test', 'long'
     from generate_series(1, 5000) n`,
    [store.id, primaryLocationId],
  );
  await advanceToEnd();
  const [variant = 0] = await otherFixture.createVariants(1);
  await otherFixture.setLevel({ variant_id: variant, location_id: primaryLocationId, quantity: 5 });
  await db.database.query("analyze inventory_movements");
  await db.database.transaction(async (tx) => {
    await tx.query("set local plan_cache_mode = force_generic_plan");
    await tx.query(`prepare total (bigint) as select ${ledgerTotalSql} as total`);
    const rows = await tx.many<{ "QUERY PLAN": string }>(
      `explain (analyze, costs off, timing off) execute total (${store.id})`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const scans = [...plan.matchAll(/Scan.* on inventory_movements.*actual rows=(\d+)/g)];
    assert.equal(
      scans.reduce((sum, [, count]) => sum + Number(count), 0),
      1,
      plan,
    );
    assert.doesNotMatch(plan, /Rows Removed/, plan);
  });
  assert.ok((await countMovements(otherFixture)) > 5_000);
});
