import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import {
  chooseForRun,
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  seedCatalog,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";
import { verifyStock } from "./index.ts";

let db: TestDatabase;
let api: InProcessApi;
let seededStore: TestStore;
/** The variant that the first test creates and later tests adjust. */
let variant: number;

before(async () => {
  db = await createTestDatabase({ maxConnections: 32 });
  api = createInProcessApi(db.database);
  seededStore = await createTestStore(db.database);
  await seedCatalog(db.database, seededStore.store.id, 3);
});
after(() => db.stop());

interface Level {
  id: number;
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  updated_at: string;
}

interface EventRow {
  topic: string;
  resource_id: number;
  payload: string | null;
  context: string;
  trigger_by_app: string | null;
}

interface LevelResponse {
  inventory_level: Level;
}

async function adjustLevel(body: object, app?: string): Promise<Level> {
  const request = { body, ...(app ? { app } : {}) };
  const response = await api.json<LevelResponse>(operations.adjustInventoryLevel, seededStore.store, request);
  return response.inventory_level;
}

async function expectApiError(request: Promise<unknown>): Promise<ApiError> {
  const error = await request.then(
    () => assert.fail("The request was not rejected."),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError);
  return error;
}

/** Create a variant without levels. */
async function createVariant(policy = "deny"): Promise<number> {
  const row = await db.database.one<{ id: number }>(
    `insert into variants (store_id, product_id, inventory_policy)
     select $1, min(id), $2 from products where store_id = $1 returning id`,
    [seededStore.store.id, policy],
  );
  return row.id;
}

async function listEventsAfter(id: number): Promise<EventRow[]> {
  const text = `select topic, resource_id, payload, context, trigger_by_app from event_inbox
    where store_id = $1 and id > $2 order by id`;
  return await db.database.many<EventRow>(text, [seededStore.store.id, id]);
}

async function loadLastEventId(): Promise<number> {
  const text = "select coalesce(max(id), 0) as id from event_inbox";
  return (await db.database.one<{ id: number }>(text)).id;
}

const loadTotals = async (variantId: number) => {
  const text = `select v.inventory_quantity, p.total_quantity, p.version, v.product_id from variants v
    join products p on p.store_id = v.store_id and p.id = v.product_id where v.store_id = $1 and v.id = $2`;
  const row = await db.database.one<Record<string, number>>(text, [seededStore.store.id, variantId]);
  return row;
};

test("INV-8: a stock adjustment updates level, totals and ledger and publishes two events", async () => {
  variant = await createVariant();
  const lastEventId = await loadLastEventId();
  const totalsBefore = await loadTotals(variant);
  const level = await adjustLevel(
    { variant_id: variant, location_id: seededStore.primaryLocationId, adjustment_quantity: 7 },
    "sync",
  );
  assert.equal(level.inventory_quantity, 7);
  assert.match(level.updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/);
  const totalsAfter = await loadTotals(variant);
  assert.equal(totalsAfter.inventory_quantity, 7);
  assert.equal(totalsAfter.total_quantity, totalsBefore.total_quantity! + 7);
  assert.equal(totalsAfter.version, totalsBefore.version! + 1);
  const events = await listEventsAfter(lastEventId);
  assert.equal(events.length, 2);
  const { payload, ...event } = events[0]!;
  assert.deepEqual(event, {
    topic: "inventory_level/inventory_quantity_update",
    resource_id: level.id,
    context: "inventory_level/update",
    trigger_by_app: "sync",
  });
  assert.equal(
    payload,
    `{"variant_id":${variant},"location_id":${seededStore.primaryLocationId},"inventory_quantity":7,"adjustment":"INCREASE","inventory_level_updated_at":"${level.updated_at}"}`,
  );
  const { product_id } = totalsAfter;
  const cause = { context: "inventory_level/update", trigger_by_app: "sync" };
  assert.deepEqual(events[1], { topic: "product/update", resource_id: product_id, payload: null, ...cause });
  const movements = await db.database.many(
    `select field, change, resulting_quantity, reason, reference, actor_kind, actor_id, request_id
     from inventory_movements where variant_id = $1`,
    [variant],
  );
  assert.deepEqual(movements, [
    {
      field: "inventory_quantity",
      change: 7,
      resulting_quantity: 7,
      reason: "adjust",
      reference: null,
      actor_kind: "app",
      actor_id: "sync",
      request_id: "req_practice",
    },
  ]);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});

test("decreasing stock publishes DECREASE and stores the reason and reference", async () => {
  const lastEventId = await loadLastEventId();
  const body = { variant_id: variant, location_id: seededStore.primaryLocationId, adjustment_quantity: -2 };
  await adjustLevel({ ...body, reason: "damaged", reference: "R-9" });
  const [event] = await listEventsAfter(lastEventId);
  assert.equal(event?.trigger_by_app, null);
  assert.match(event?.payload ?? "", /"inventory_quantity":5,"adjustment":"DECREASE"/);
  const rows = await db.database.many(
    "select reason, reference from inventory_movements where variant_id = $1 and change = -2",
    [variant],
  );
  assert.deepEqual(rows, [{ reason: "damaged", reference: "R-9" }]);
});

test("with the policy `deny`, an adjustment to below 0 is rejected and creates no level", async () => {
  const newVariant = await createVariant();
  const body = {
    variant_id: newVariant,
    location_id: seededStore.primaryLocationId,
    adjustment_quantity: -1,
  };
  const missingLevelError = await expectApiError(adjustLevel(body));
  assert.equal(missingLevelError.code, "invalid");
  assert.equal(missingLevelError.details.fields?.[0]?.path, "adjustment_quantity");
  const levels = await db.database.query("select 1 from inventory_levels where variant_id = $1", [
    newVariant,
  ]);
  assert.equal(levels.rowCount, 0);
  await adjustLevel({ ...body, adjustment_quantity: 3 });
  const lastEventId = await loadLastEventId();
  const shortageError = await expectApiError(adjustLevel({ ...body, adjustment_quantity: -4 }));
  assert.match(shortageError.details.fields?.[0]?.message ?? "", /^Only 3 available/);
  assert.deepEqual(await listEventsAfter(lastEventId), []);
  assert.equal((await adjustLevel({ ...body, adjustment_quantity: -3 })).inventory_quantity, 0);
});

test("after the policy changes to `deny`, stock below 0 can be increased but not decreased", async () => {
  const backorderVariant = await createVariant("continue");
  const body = {
    variant_id: backorderVariant,
    location_id: seededStore.secondLocationId,
    adjustment_quantity: -5,
  };
  assert.equal((await adjustLevel(body)).inventory_quantity, -5);
  await db.database.query("update variants set inventory_policy = 'deny' where id = $1", [backorderVariant]);
  assert.equal((await adjustLevel({ ...body, adjustment_quantity: 2 })).inventory_quantity, -3);
  await expectApiError(adjustLevel({ ...body, adjustment_quantity: -1 }));
});

test("a stock adjustment of an unknown variant or location gets an error naming the field", async () => {
  const otherStore = await createTestStore(db.database, { handle: "other" });
  const otherLocationError = await expectApiError(
    adjustLevel({ variant_id: variant, location_id: otherStore.primaryLocationId, adjustment_quantity: 1 }),
  );
  assert.equal(otherLocationError.code, "not_found");
  assert.deepEqual(
    otherLocationError.details.fields?.map(({ path }) => path),
    ["location_id"],
  );
  const unknownIdsError = await expectApiError(
    adjustLevel({ variant_id: 9_999_999, location_id: 9_999_999, adjustment_quantity: 1 }),
  );
  assert.deepEqual(
    unknownIdsError.details.fields?.map(({ path }) => path),
    ["variant_id", "location_id"],
  );
});

const adjustmentCount = chooseForRun({ inTests: 2_000, inProof: 10_000 });

test("P36: 64 clients adjust one variant at two locations and lose no change or event", async () => {
  const sharedVariant = await createVariant("continue");
  const lastEventId = await loadLastEventId();
  let startedCount = 0;
  let expectedSum = 0;
  const runClient = async (clientNumber: number): Promise<void> => {
    while (startedCount < adjustmentCount) {
      // The changes are from -3 to 4, without 0.
      const change = (startedCount++ % 7) - 3 || 4;
      expectedSum += change;
      const location_id =
        clientNumber % 8 === 0 ? seededStore.secondLocationId : seededStore.primaryLocationId;
      await adjustLevel({ variant_id: sharedVariant, location_id, adjustment_quantity: change });
    }
  };
  await Promise.all(Array.from({ length: 64 }, (_, clientNumber) => runClient(clientNumber)));
  assert.equal((await loadTotals(sharedVariant)).inventory_quantity, expectedSum);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
  const allEvents = await listEventsAfter(lastEventId);
  const productEvents = allEvents.filter(({ topic }) => topic === "product/update");
  const levelEvents = allEvents.filter(({ topic }) => topic === "inventory_level/inventory_quantity_update");
  assert.equal(levelEvents.length, adjustmentCount);
  assert.equal(productEvents.length, adjustmentCount);
  // The inbox has each level's changes in the sequence in which they happened.
  const latestUpdateByLevel = new Map<number, string>();
  for (const { resource_id, payload } of levelEvents) {
    const updatedAt = (JSON.parse(payload ?? "") as { inventory_level_updated_at: string })
      .inventory_level_updated_at;
    assert.ok(updatedAt > (latestUpdateByLevel.get(resource_id) ?? ""), "updated_at grows with every change");
    latestUpdateByLevel.set(resource_id, updatedAt);
  }
  const levels = await db.database.query<{ id: number; quantity: number }>(
    "select id, inventory_quantity as quantity from inventory_levels where variant_id = $1",
    [sharedVariant],
  );
  assert.equal(levels.rowCount, 2);
});

test("concurrent first adjustments of a variant create one level and lose no change", async () => {
  const newVariant = await createVariant();
  const body = { variant_id: newVariant, location_id: seededStore.primaryLocationId, adjustment_quantity: 1 };
  await Promise.all(Array.from({ length: 32 }, () => adjustLevel(body)));
  assert.equal((await loadTotals(newVariant)).inventory_quantity, 32);
});
