import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  proofSize,
  seedCatalog,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";
import { verifyStock } from "./index.ts";

let db: TestDatabase;
let api: InProcessApi;
let seededStore: PracticeStore;
let variant: number;

before(async () => {
  db = await testDatabase({ maxConnections: 32 });
  api = createInProcessApi(db.database);
  seededStore = await createPracticeStore(db.database);
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

interface LevelAnswer {
  inventory_level: Level;
}

async function adjust(body: object, app?: string): Promise<Level> {
  const request = { body, ...(app ? { app } : {}) };
  const answer = await api.json<LevelAnswer>(operations.adjustInventoryLevel, seededStore.store, request);
  return answer.inventory_level;
}

async function expectApiError(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError);
  return error;
}

/** Create a variant, stocked nowhere. */
async function newVariant(policy = "deny"): Promise<number> {
  const row = await db.database.one<{ id: number }>(
    `insert into variants (store_id, product_id, inventory_policy)
     select $1, min(id), $2 from products where store_id = $1 returning id`,
    [seededStore.store.id, policy],
  );
  return row.id;
}

async function eventsAfter(id: number): Promise<EventRow[]> {
  const text = `select topic, resource_id, payload, context, trigger_by_app from event_inbox
    where store_id = $1 and id > $2 order by id`;
  return await db.database.many<EventRow>(text, [seededStore.store.id, id]);
}

async function lastEvent(): Promise<number> {
  const text = "select coalesce(max(id), 0) as id from event_inbox";
  return (await db.database.one<{ id: number }>(text)).id;
}

const totals = async (id: number) => {
  const text = `select v.inventory_quantity, p.total_quantity, p.version, v.product_id from variants v
    join products p on p.store_id = v.store_id and p.id = v.product_id where v.store_id = $1 and v.id = $2`;
  const row = await db.database.one<Record<string, number>>(text, [seededStore.store.id, id]);
  return row;
};

test("INV-8: an adjustment updates level, variant, product and ledger, and publishes once", async () => {
  variant = await newVariant();
  const from = await lastEvent();
  const start = await totals(variant);
  const level = await adjust(
    { variant_id: variant, location_id: seededStore.primary, adjustment_quantity: 7 },
    "sync",
  );
  assert.equal(level.inventory_quantity, 7);
  assert.match(level.updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/);
  const end = await totals(variant);
  assert.equal(end.inventory_quantity, 7);
  assert.equal(end.total_quantity, start.total_quantity! + 7);
  assert.equal(end.version, start.version! + 1);
  const events = await eventsAfter(from);
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
    `{"variant_id":${variant},"location_id":${seededStore.primary},"inventory_quantity":7,"adjustment":"INCREASE","inventory_level_updated_at":"${level.updated_at}"}`,
  );
  const { product_id } = end;
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

test("taking stock says DECREASE, with reason, reference and a merchant as actor", async () => {
  const from = await lastEvent();
  const body = { variant_id: variant, location_id: seededStore.primary, adjustment_quantity: -2 };
  await adjust({ ...body, reason: "damaged", reference: "R-9" });
  const [event] = await eventsAfter(from);
  assert.equal(event?.trigger_by_app, null);
  assert.match(event?.payload ?? "", /"inventory_quantity":5,"adjustment":"DECREASE"/);
  const rows = await db.database.many(
    "select reason, reference from inventory_movements where variant_id = $1 and change = -2",
    [variant],
  );
  assert.deepEqual(rows, [{ reason: "damaged", reference: "R-9" }]);
});

test("a variant with policy deny is not taken below 0, and no level is opened for it", async () => {
  const poor = await newVariant();
  const body = { variant_id: poor, location_id: seededStore.primary, adjustment_quantity: -1 };
  const unstocked = await expectApiError(adjust(body));
  assert.equal(unstocked.code, "invalid");
  assert.equal(unstocked.details.fields?.[0]?.path, "adjustment_quantity");
  const opened = await db.database.query("select 1 from inventory_levels where variant_id = $1", [poor]);
  assert.equal(opened.rowCount, 0);
  await adjust({ ...body, adjustment_quantity: 3 });
  const from = await lastEvent();
  const short = await expectApiError(adjust({ ...body, adjustment_quantity: -4 }));
  assert.match(short.details.fields?.[0]?.message ?? "", /^Only 3 available/);
  assert.deepEqual(await eventsAfter(from), []);
  assert.equal((await adjust({ ...body, adjustment_quantity: -3 })).inventory_quantity, 0);
});

test("a variant with policy continue goes below 0; deny lets one below 0 rise", async () => {
  const backorder = await newVariant("continue");
  const body = { variant_id: backorder, location_id: seededStore.second, adjustment_quantity: -5 };
  assert.equal((await adjust(body)).inventory_quantity, -5);
  await db.database.query("update variants set inventory_policy = 'deny' where id = $1", [backorder]);
  assert.equal((await adjust({ ...body, adjustment_quantity: 2 })).inventory_quantity, -3);
  await expectApiError(adjust({ ...body, adjustment_quantity: -1 }));
});

test("an unknown or another store's variant or location is not found, by name", async () => {
  const other = await createPracticeStore(db.database, { handle: "other" });
  const nowhere = await expectApiError(
    adjust({ variant_id: variant, location_id: other.primary, adjustment_quantity: 1 }),
  );
  assert.equal(nowhere.code, "not_found");
  assert.deepEqual(
    nowhere.details.fields?.map(({ path }) => path),
    ["location_id"],
  );
  const nothing = await expectApiError(
    adjust({ variant_id: 9_999_999, location_id: 9_999_999, adjustment_quantity: 1 }),
  );
  assert.deepEqual(
    nothing.details.fields?.map(({ path }) => path),
    ["variant_id", "location_id"],
  );
});

const adjustments = proofSize({ ci: 2_000, full: 10_000 });

test("P36: 64 clients adjust one variant at two locations; no change or event is lost", async () => {
  const busy = await newVariant("continue");
  const from = await lastEvent();
  let sent = 0;
  let sum = 0;
  const client = async (number: number): Promise<void> => {
    while (sent < adjustments) {
      const change = (sent++ % 7) - 3 || 4;
      sum += change;
      const location_id = number % 8 === 0 ? seededStore.second : seededStore.primary;
      await adjust({ variant_id: busy, location_id, adjustment_quantity: change });
    }
  };
  await Promise.all(Array.from({ length: 64 }, (_, number) => client(number)));
  assert.equal((await totals(busy)).inventory_quantity, sum);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
  const all = await eventsAfter(from);
  const stubs = all.filter(({ topic }) => topic === "product/update");
  const events = all.filter(({ topic }) => topic === "inventory_level/inventory_quantity_update");
  assert.equal(events.length, adjustments);
  assert.equal(stubs.length, adjustments);
  // The inbox keeps each level's changes in the order in which they happened.
  const latest = new Map<number, string>();
  for (const { resource_id, payload } of events) {
    const at = (JSON.parse(payload ?? "") as { inventory_level_updated_at: string })
      .inventory_level_updated_at;
    assert.ok(at > (latest.get(resource_id) ?? ""), "updated_at grows with every change");
    latest.set(resource_id, at);
  }
  const levels = await db.database.query<{ id: number; quantity: number }>(
    "select id, inventory_quantity as quantity from inventory_levels where variant_id = $1",
    [busy],
  );
  assert.equal(levels.rowCount, 2);
});

test("many first adjustments of an unstocked variant open one level and lose none", async () => {
  const fresh = await newVariant();
  const body = { variant_id: fresh, location_id: seededStore.primary, adjustment_quantity: 1 };
  await Promise.all(Array.from({ length: 32 }, () => adjust(body)));
  assert.equal((await totals(fresh)).inventory_quantity, 32);
});
