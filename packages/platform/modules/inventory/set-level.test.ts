import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import {
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  seedCatalog,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";
import { verifyStock } from "./index.ts";

const levelTopic = "inventory_level/inventory_quantity_update";

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

async function setLevel(body: object): Promise<Level> {
  const response = await api.json<LevelResponse>(operations.setInventoryLevel, seededStore.store, { body });
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
  const text = `select v.inventory_quantity, p.total_quantity, p.version from variants v
    join products p on p.store_id = v.store_id and p.id = v.product_id where v.store_id = $1 and v.id = $2`;
  const row = await db.database.one<Record<string, number>>(text, [seededStore.store.id, variantId]);
  return row;
};

test("INV-7: setting a quantity creates the level and records the difference as a movement", async () => {
  const variant = await createVariant();
  const body = { variant_id: variant, location_id: seededStore.primaryLocationId };
  const lastEventId = await loadLastEventId();
  assert.equal((await setLevel({ ...body, quantity: 12 })).inventory_quantity, 12);
  assert.equal((await setLevel({ ...body, quantity: 4 })).inventory_quantity, 4);
  const changes = await db.database.many(
    "select change, reason from inventory_movements where variant_id = $1 order by created_at",
    [variant],
  );
  assert.deepEqual(changes, [
    { change: 12, reason: "set" },
    { change: -8, reason: "set" },
  ]);
  const events = await listEventsAfter(lastEventId);
  assert.deepEqual(
    events.map(({ topic, payload }) => [topic, payload && /"adjustment":"(\w+)"/.exec(payload)?.[1]]),
    [
      [levelTopic, "SET"],
      ["product/update", null],
      [levelTopic, "SET"],
      ["product/update", null],
    ],
  );
});

test("setting a level to its current quantity changes and publishes nothing", async () => {
  const variant = await createVariant();
  const body = { variant_id: variant, location_id: seededStore.primaryLocationId };
  const lastEventId = await loadLastEventId();
  const createdLevel = await setLevel({ ...body, quantity: 0 });
  assert.equal(createdLevel.inventory_quantity, 0);
  const firstLevel = await setLevel({ ...body, quantity: 6 });
  const version = (await loadTotals(variant)).version;
  const levelAfterRepeat = await setLevel({ ...body, quantity: 6 });
  assert.deepEqual(levelAfterRepeat, firstLevel);
  assert.equal((await loadTotals(variant)).version, version);
  assert.deepEqual(
    (await listEventsAfter(lastEventId)).map(({ topic }) => topic),
    [levelTopic, "product/update"],
  );
});

test("a wrong expected_quantity returns a conflict with the current level", async () => {
  const variant = await createVariant();
  const body = { variant_id: variant, location_id: seededStore.primaryLocationId };
  const missingLevelError = await expectApiError(setLevel({ ...body, quantity: 5, expected_quantity: 1 }));
  assert.equal(missingLevelError.code, "conflict");
  assert.equal(missingLevelError.details.current, null);
  const level = await setLevel({ ...body, quantity: 5, expected_quantity: 0 });
  const staleError = await expectApiError(setLevel({ ...body, quantity: 9, expected_quantity: 0 }));
  assert.equal(staleError.code, "conflict");
  assert.deepEqual(staleError.details.current, level);
  const sameQuantityError = await expectApiError(setLevel({ ...body, quantity: 5, expected_quantity: 4 }));
  assert.equal(sameQuantityError.code, "conflict");
  assert.equal((await setLevel({ ...body, quantity: 9, expected_quantity: 5 })).inventory_quantity, 9);
});

test("of concurrent stock changes with the same expected_quantity, only one succeeds", async () => {
  const variant = await createVariant();
  const body = { variant_id: variant, location_id: seededStore.secondLocationId };
  const attempts = Array.from({ length: 24 }, (_, index) =>
    setLevel({ ...body, quantity: index + 1, expected_quantity: 0 }).then(
      () => true,
      () => false,
    ),
  );
  const successes = (await Promise.all(attempts)).filter((isSet) => isSet);
  assert.equal(successes.length, 1);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});

test("concurrently setting and adjusting one level keeps its ledger consistent", async () => {
  const variant = await createVariant("continue");
  const body = { variant_id: variant, location_id: seededStore.primaryLocationId };
  // Every third change sets the quantity. The adjustments are from -2 to 3, without 0.
  const changes = Array.from({ length: 200 }, (_, n) =>
    n % 3 === 0
      ? setLevel({ ...body, quantity: n })
      : api.text(operations.adjustInventoryLevel, seededStore.store, {
          body: { ...body, adjustment_quantity: (n % 5) - 2 || 3 },
        }),
  );
  await Promise.all(changes);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});
