import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations, Refusal } from "@souk/contract";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createPracticeApi, type PracticeApi } from "../../demo/practice-api.ts";
import { createPracticeShop, type PracticeShop } from "../../demo/practice-shop.ts";
import { seedCatalog } from "../../demo/seed-catalog.ts";
import { verifyStock } from "./index.ts";

const inventoryTopic = "inventory_level/inventory_quantity_update";

let db: TestDatabase;
let api: PracticeApi;
let shop: PracticeShop;

before(async () => {
  db = await testDatabase({ maxConnections: 32 });
  api = createPracticeApi(db.database);
  shop = await createPracticeShop(db.database);
  await seedCatalog(db.database, shop.store.id, 3);
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
  const answer = await api.json<LevelAnswer>(operations.setInventoryLevel, shop.store, { body });
  return answer.inventory_level;
}

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Refusal);
  return error;
}

/** A fresh variant, stocked nowhere. */
async function newVariant(policy = "deny"): Promise<number> {
  const { rows } = await db.database.query<{ id: number }>(
    `insert into variants (store_id, product_id, inventory_policy)
     select $1, min(id), $2 from products where store_id = $1 returning id`,
    [shop.store.id, policy],
  );
  return rows[0]!.id;
}

async function eventsAfter(id: number): Promise<EventRow[]> {
  const text = `select topic, resource_id, payload, context, trigger_by_app from event_inbox
    where store_id = $1 and id > $2 order by id`;
  return (await db.database.query<EventRow>(text, [shop.store.id, id])).rows;
}

async function lastEvent(): Promise<number> {
  const text = "select coalesce(max(id), 0) as id from event_inbox";
  return (await db.database.query<{ id: number }>(text)).rows[0]!.id;
}

const totals = async (id: number) => {
  const text = `select v.inventory_quantity, p.total_quantity, p.version from variants v
    join products p on p.store_id = v.store_id and p.id = v.product_id where v.store_id = $1 and v.id = $2`;
  const { rows } = await db.database.query<Record<string, number>>(text, [shop.store.id, id]);
  return rows[0]!;
};

test("INV-7: set is exact, its movement is the difference, and it opens a level", async () => {
  const fresh = await newVariant();
  const body = { variant_id: fresh, location_id: shop.primary };
  const from = await lastEvent();
  assert.equal((await set({ ...body, quantity: 12 })).inventory_quantity, 12);
  assert.equal((await set({ ...body, quantity: 4 })).inventory_quantity, 4);
  const changes = await db.database.query(
    "select change, reason from inventory_movements where variant_id = $1 order by created_at",
    [fresh],
  );
  assert.deepEqual(changes.rows, [
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

test("setting the quantity a level already has changes nothing and sends nothing", async () => {
  const fresh = await newVariant();
  const body = { variant_id: fresh, location_id: shop.primary };
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

test("expected_quantity that is not the present one is a conflict that shows the level", async () => {
  const fresh = await newVariant();
  const body = { variant_id: fresh, location_id: shop.primary };
  const unstocked = await refusal(set({ ...body, quantity: 5, expected_quantity: 1 }));
  assert.equal(unstocked.code, "conflict");
  assert.equal(unstocked.details.current, null);
  const level = await set({ ...body, quantity: 5, expected_quantity: 0 });
  const stale = await refusal(set({ ...body, quantity: 9, expected_quantity: 0 }));
  assert.equal(stale.code, "conflict");
  assert.deepEqual(stale.details.current, level);
  const late = await refusal(set({ ...body, quantity: 5, expected_quantity: 4 }));
  assert.equal(late.code, "conflict");
  assert.equal((await set({ ...body, quantity: 9, expected_quantity: 5 })).inventory_quantity, 9);
});

test("of many that expect the same quantity one wins", async () => {
  const fresh = await newVariant();
  const body = { variant_id: fresh, location_id: shop.second };
  const tries = Array.from({ length: 24 }, (_, index) =>
    set({ ...body, quantity: index + 1, expected_quantity: 0 }).then(
      () => true,
      () => false,
    ),
  );
  const won = (await Promise.all(tries)).filter((one) => one);
  assert.equal(won.length, 1);
  assert.deepEqual(await verifyStock(db.database, shop.store.id), []);
});

test("sets and adjustments of one level at once leave a ledger that adds up", async () => {
  const fresh = await newVariant("continue");
  const body = { variant_id: fresh, location_id: shop.primary };
  const changes = Array.from({ length: 200 }, (_, n) =>
    n % 3 === 0
      ? set({ ...body, quantity: n })
      : api.text(operations.adjustInventoryLevel, shop.store, {
          body: { ...body, adjustment_quantity: (n % 5) - 2 || 3 },
        }),
  );
  await Promise.all(changes);
  assert.deepEqual(await verifyStock(db.database, shop.store.id), []);
});
