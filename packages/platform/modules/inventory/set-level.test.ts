import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  seedCatalog,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";
import { verifyStock } from "./index.ts";

const inventoryTopic = "inventory_level/inventory_quantity_update";

let db: TestDatabase;
let api: InProcessApi;
let seededStore: PracticeStore;

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

async function set(body: object): Promise<Level> {
  const answer = await api.json<LevelAnswer>(operations.setInventoryLevel, seededStore.store, { body });
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
  const text = `select v.inventory_quantity, p.total_quantity, p.version from variants v
    join products p on p.store_id = v.store_id and p.id = v.product_id where v.store_id = $1 and v.id = $2`;
  const row = await db.database.one<Record<string, number>>(text, [seededStore.store.id, id]);
  return row;
};

test("INV-7: a set is exact, its movement is the difference, and it opens a level", async () => {
  const fresh = await newVariant();
  const body = { variant_id: fresh, location_id: seededStore.primary };
  const from = await lastEvent();
  assert.equal((await set({ ...body, quantity: 12 })).inventory_quantity, 12);
  assert.equal((await set({ ...body, quantity: 4 })).inventory_quantity, 4);
  const changes = await db.database.many(
    "select change, reason from inventory_movements where variant_id = $1 order by created_at",
    [fresh],
  );
  assert.deepEqual(changes, [
    { change: 12, reason: "set" },
    { change: -8, reason: "set" },
  ]);
  const events = await eventsAfter(from);
  assert.deepEqual(
    events.map(({ topic, payload }) => [topic, payload && /"adjustment":"(\w+)"/.exec(payload)?.[1]]),
    [
      [inventoryTopic, "SET"],
      ["product/update", null],
      [inventoryTopic, "SET"],
      ["product/update", null],
    ],
  );
});

test("setting the quantity a level already has changes nothing and publishes nothing", async () => {
  const fresh = await newVariant();
  const body = { variant_id: fresh, location_id: seededStore.primary };
  const from = await lastEvent();
  const opened = await set({ ...body, quantity: 0 });
  assert.equal(opened.inventory_quantity, 0);
  const first = await set({ ...body, quantity: 6 });
  const version = (await totals(fresh)).version;
  const again = await set({ ...body, quantity: 6 });
  assert.deepEqual(again, first);
  assert.equal((await totals(fresh)).version, version);
  assert.deepEqual(
    (await eventsAfter(from)).map(({ topic }) => topic),
    [inventoryTopic, "product/update"],
  );
});

test("an expected_quantity that is not the present one is a conflict with the level", async () => {
  const fresh = await newVariant();
  const body = { variant_id: fresh, location_id: seededStore.primary };
  const unstocked = await expectApiError(set({ ...body, quantity: 5, expected_quantity: 1 }));
  assert.equal(unstocked.code, "conflict");
  assert.equal(unstocked.details.current, null);
  const level = await set({ ...body, quantity: 5, expected_quantity: 0 });
  const stale = await expectApiError(set({ ...body, quantity: 9, expected_quantity: 0 }));
  assert.equal(stale.code, "conflict");
  assert.deepEqual(stale.details.current, level);
  const late = await expectApiError(set({ ...body, quantity: 5, expected_quantity: 4 }));
  assert.equal(late.code, "conflict");
  assert.equal((await set({ ...body, quantity: 9, expected_quantity: 5 })).inventory_quantity, 9);
});

test("of many concurrent sets with the same expected quantity one succeeds", async () => {
  const fresh = await newVariant();
  const body = { variant_id: fresh, location_id: seededStore.second };
  const tries = Array.from({ length: 24 }, (_, index) =>
    set({ ...body, quantity: index + 1, expected_quantity: 0 }).then(
      () => true,
      () => false,
    ),
  );
  const won = (await Promise.all(tries)).filter((isSet) => isSet);
  assert.equal(won.length, 1);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});

test("concurrent sets and adjustments of one level leave a correct ledger", async () => {
  const fresh = await newVariant("continue");
  const body = { variant_id: fresh, location_id: seededStore.primary };
  const changes = Array.from({ length: 200 }, (_, n) =>
    n % 3 === 0
      ? set({ ...body, quantity: n })
      : api.text(operations.adjustInventoryLevel, seededStore.store, {
          body: { ...body, adjustment_quantity: (n % 5) - 2 || 3 },
        }),
  );
  await Promise.all(changes);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});
