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
import { type ChangeReason, changeLevels, type LevelLine } from "./change-levels.ts";
import { verifyStock } from "./index.ts";

let db: TestDatabase;
let api: InProcessApi;
let seededStore: TestStore;

before(async () => {
  db = await createTestDatabase({ maxConnections: 32 });
  api = createInProcessApi(db.database);
  seededStore = await createTestStore(db.database);
  await seedCatalog(db.database, seededStore.store.id, 3);
});
after(() => db.stop());

const changeReason: ChangeReason = {
  cause: { actor: { kind: "app", id: "buyer", scopes: new Set() }, request_id: "req_change" },
  context: "purchase_order/update",
  reason: "received",
};

const changeStock = (lines: LevelLine[], overrides: Partial<ChangeReason> = {}) =>
  db.database.transaction(
    (tx) => changeLevels(tx, seededStore.store, { lines, changeReason: { ...changeReason, ...overrides } }),
    {
      retryable: true,
    },
  );

/** Create variants of one product, without levels. */
async function createVariants(count: number): Promise<number[]> {
  const rows = await db.database.many<{ id: number }>(
    `insert into variants (store_id, product_id)
     select $1, (select min(id) from products where store_id = $1) from generate_series(1, $2::int) returning id`,
    [seededStore.store.id, count],
  );
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

async function loadLastEventId(): Promise<number> {
  const text = "select coalesce(max(id), 0) as id from event_inbox";
  return (await db.database.maybeOne<{ id: number }>(text))?.id ?? 0;
}

async function listEventsAfter(id: number) {
  const text = `select topic, resource_id, payload::json ->> 'adjustment' as adjustment, context, trigger_by_app
    from event_inbox where store_id = $1 and id > $2 order by id`;
  const rows = await db.database.many<{
    topic: string;
    resource_id: number;
    adjustment: string | null;
    context: string;
    trigger_by_app: string;
  }>(text, [seededStore.store.id, id]);
  return rows;
}

async function loadLedger(variant: number) {
  const text = `select field, change, resulting_quantity as result, reason, reference, purchase_order_id as purchase
    from inventory_movements where store_id = $1 and variant_id = $2 order by created_at, id`;
  return await db.database.many(text, [seededStore.store.id, variant]);
}

test("receiving incoming stock writes two movements and publishes one level event", async () => {
  const [variant = 0] = await createVariants(1);
  const levelKey = { variant_id: variant, location_id: seededStore.secondLocationId };
  const lastEventId = await loadLastEventId();
  await changeStock([{ ...levelKey, field: "incoming_inventory_quantity", change: 8 }], {
    reason: "ordered",
  });
  assert.deepEqual(await listEventsAfter(lastEventId), []);
  const [level] = await changeStock(
    [
      { ...levelKey, field: "incoming_inventory_quantity", change: -5 },
      { ...levelKey, field: "inventory_quantity", change: 5 },
    ],
    { purchase_order_id: 7, reference: "PO-7" },
  );
  assert.deepEqual([level?.inventory_quantity, level?.incoming_inventory_quantity], [5, 3]);
  assert.equal(JSON.parse(level?.text ?? "").incoming_inventory_quantity, 3);
  const expectedReason = { reason: "received", reference: "PO-7", purchase: 7 };
  assert.deepEqual(await loadLedger(variant), [
    {
      field: "incoming_inventory_quantity",
      change: 8,
      result: 8,
      reason: "ordered",
      reference: null,
      purchase: null,
    },
    { field: "incoming_inventory_quantity", change: -5, result: 3, ...expectedReason },
    { field: "inventory_quantity", change: 5, result: 5, ...expectedReason },
  ]);
  const cause = { context: "purchase_order/update", trigger_by_app: "buyer" };
  assert.deepEqual(
    (await listEventsAfter(lastEventId)).map(({ resource_id: _, ...event }) => event),
    [
      { topic: "inventory_level/inventory_quantity_update", adjustment: "INCREASE", ...cause },
      { topic: "product/update", adjustment: null, ...cause },
    ],
  );
  // No purchase order contains these units, so `verifyStock` would report the units that remain incoming.
  await changeStock([{ ...levelKey, field: "incoming_inventory_quantity", change: -3 }]);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});

test("moving stock between locations keeps the total and publishes an event per level", async () => {
  const [variant = 0] = await createVariants(1);
  const createLine = (location_id: number, change: number): LevelLine => ({
    variant_id: variant,
    location_id,
    field: "inventory_quantity",
    change,
  });
  await changeStock([createLine(seededStore.primaryLocationId, 9)]);
  const lastEventId = await loadLastEventId();
  const levels = await changeStock([
    createLine(seededStore.secondLocationId, 4),
    createLine(seededStore.primaryLocationId, -4),
  ]);
  assert.deepEqual(
    levels.map(({ location_id, inventory_quantity }) => [location_id, inventory_quantity]),
    [
      [seededStore.primaryLocationId, 5],
      [seededStore.secondLocationId, 4],
    ],
  );
  assert.deepEqual(
    (await listEventsAfter(lastEventId)).map(({ topic, adjustment }) => adjustment ?? topic).toSorted(),
    ["DECREASE", "INCREASE", "product/update"],
  );
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});

test("several changes of one level become ordered movements and publish one level event", async () => {
  const [variant = 0] = await createVariants(1);
  const line = {
    variant_id: variant,
    location_id: seededStore.primaryLocationId,
    field: "inventory_quantity",
  } as const;
  const lastEventId = await loadLastEventId();
  const [level] = await changeStock([
    { ...line, change: 10 },
    { ...line, change: -3, reason: "sold", reference: "A-1" },
    { ...line, change: 0 },
    { ...line, change: -2, reason: "sold", reference: null },
  ]);
  assert.equal(level?.inventory_quantity, 5);
  assert.deepEqual(
    (await loadLedger(variant)).map((row) => {
      const { change, result, reason, reference } = row as Record<string, unknown>;
      return [change, result, reason, reference];
    }),
    [
      [10, 10, "received", null],
      [-3, 7, "sold", "A-1"],
      [-2, 5, "sold", null],
    ],
  );
  assert.equal((await listEventsAfter(lastEventId)).length, 2);
  const lastEventIdBeforeReversal = await loadLastEventId();
  await changeStock([
    { ...line, change: 6 },
    { ...line, change: -6 },
  ]);
  assert.deepEqual(await listEventsAfter(lastEventIdBeforeReversal), []);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});

test("stock changes of an unknown variant or at another store's location are ignored", async () => {
  const otherStore = await createTestStore(db.database, { handle: "other" });
  const [variant = 0] = await createVariants(1);
  const line = { variant_id: variant, field: "inventory_quantity", change: 1 } as const;
  const levels = await changeStock([
    { ...line, location_id: otherStore.primaryLocationId },
    { ...line, variant_id: 99_999_999, location_id: seededStore.primaryLocationId },
    { ...line, location_id: seededStore.secondLocationId },
  ]);
  assert.deepEqual(
    levels.map(({ location_id }) => location_id),
    [seededStore.secondLocationId],
  );
  assert.deepEqual(await changeStock([]), []);
});

test("concurrent stock batches with reversed lines and single adjustments never deadlock", async () => {
  const variants = await createVariants(12);
  const lines = variants.flatMap((variant_id) =>
    [seededStore.primaryLocationId, seededStore.secondLocationId].map(
      (location_id): LevelLine => ({ variant_id, location_id, field: "inventory_quantity", change: 1 }),
    ),
  );
  const changeInBatch = (batchLines: readonly LevelLine[]) =>
    db.database.transaction((tx) => changeLevels(tx, seededStore.store, { lines: batchLines, changeReason }));
  const adjustOne = (variant_id: number, location_id: number) =>
    api.text(operations.adjustInventoryLevel, seededStore.store, {
      body: { variant_id, location_id, adjustment_quantity: 1 },
    });
  const requests = Array.from({ length: 40 }, (_, n) => [
    changeInBatch(n % 2 === 0 ? lines : lines.toReversed()),
    adjustOne(
      variants[n % variants.length] ?? 0,
      n % 3 === 0 ? seededStore.primaryLocationId : seededStore.secondLocationId,
    ),
  ]);
  await Promise.all(requests.flat());
  const row = await db.database.one<{ sum: number }>(
    "select sum(inventory_quantity)::bigint as sum from variants where store_id = $1 and id = any($2)",
    [seededStore.store.id, variants],
  );
  assert.equal(row.sum, 40 * lines.length + 40);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});
