import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import { practiceCall, type TestDatabase, testDatabase } from "@souk/testkit";
import { inventoryModule, verifyStock } from "../index.ts";
import { createStockFixture, expectApiError, type StockFixture } from "../testing/stock-fixture.ts";

let db: TestDatabase;
let fixture: StockFixture;

before(async () => {
  db = await testDatabase({ maxConnections: 32 });
  fixture = await createStockFixture(db.database);
});
after(() => db.stop());

async function newLocation(): Promise<number> {
  const request = { body: { name: "Pop-up" } };
  const made = await fixture.api.json<{ location: { id: number } }>(
    operations.createLocation,
    fixture.seededStore.store,
    request,
  );
  return made.location.id;
}

const remove = (id: number) =>
  fixture.api.text(operations.deleteLocation, fixture.seededStore.store, { params: { id } });

async function levelsAt(id: number): Promise<number> {
  const text = "select count(*) as n from inventory_levels where store_id = $1 and location_id = $2";
  const row = await db.database.one<{ n: number }>(text, [fixture.seededStore.store.id, id]);
  return row.n ?? -1;
}

test("a deleted location goes with its empty levels and leaves a tombstone and event", async () => {
  const id = await newLocation();
  const [variant = 0] = await fixture.newVariants(1);
  const at = { variant_id: variant, location_id: id };
  await fixture.set({ ...at, quantity: 3 });
  await fixture.set({ ...at, quantity: 0 });
  const events = await fixture.captureEvents(async () => assert.equal(await remove(id), "{}"));
  assert.deepEqual(
    events.map(({ topic, resource_id }) => [topic, resource_id]),
    [["location/delete", id]],
  );
  const payload = "select payload from event_inbox where topic = 'location/delete' and resource_id = $1";
  const row = await db.database.maybeOne<{ payload: string }>(payload, [id]);
  assert.equal(row?.payload, `{"location":{"id":${id}}}`);
  assert.equal(await levelsAt(id), 0);
  const tombstones = await db.database.query(
    "select 1 from tombstones where store_id = $1 and resource = 'locations' and record_id = $2",
    [fixture.seededStore.store.id, id],
  );
  assert.equal(tombstones.rowCount, 1);
  const error = await expectApiError(remove(id));
  assert.equal(error.code, "not_found");
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});

test("INV-9: the primary location cannot be deleted", async () => {
  const error = await expectApiError(remove(fixture.seededStore.primary));
  assert.equal(error.code, "conflict");
  assert.match(error.message, /Make another location primary first/);
});

test("a location that holds any of the four quantities cannot be deleted", async () => {
  const id = await newLocation();
  const [variant = 0] = await fixture.newVariants(1, "continue");
  const place = { variant_id: variant, location_id: id };
  await fixture.reserve({ ...place, reserved_quantity: 1 });
  const error = await expectApiError(remove(id));
  assert.equal(error.code, "conflict");
  assert.match(error.message, new RegExp(`stock of variant ${variant}:`));
  await fixture.reserve({ ...place, reserved_quantity: 0 });
  await fixture.adjust({ ...place, adjustment_quantity: -1 });
  await expectApiError(remove(id));
  await fixture.adjust({ ...place, adjustment_quantity: 1 });
  await remove(id);
});

test("another module's reason blocks a location's deletion, in its own words", async () => {
  const id = await newLocation();
  const locationKeepers = [async () => null, async () => "Purchase order PO-7 is still on its way there."];
  const routes = inventoryModule({ locationKeepers }).routes;
  const route = routes.find(({ operation }) => operation.id === "locations.delete") ?? assert.fail();
  const call = practiceCall(operations.deleteLocation, fixture.seededStore.store, { params: { id } });
  const error = await expectApiError(db.database.transaction((tx) => route.handle(tx, call)));
  assert.equal(error.message, "Purchase order PO-7 is still on its way there.");
});

test("stock added to a location during its deletion is kept or rejected, never lost", async () => {
  for (let round = 0; round < 12; round++) {
    const id = await newLocation();
    const variants = await fixture.newVariants(6);
    const [stocked = 0, ...fresh] = variants;
    await fixture.set({ variant_id: stocked, location_id: id, quantity: 0 });
    const outcomes = await Promise.allSettled([
      ...variants.map((variant_id) => fixture.set({ variant_id, location_id: id, quantity: 2 })),
      remove(id),
      fixture.batch(fresh.map((variant_id) => ({ variant_id, location_id: id, adjustment_quantity: 1 }))),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      const { reason } = outcome;
      assert.ok(reason instanceof ApiError, String(reason));
      assert.ok(["not_found", "invalid", "conflict"].includes(reason.code), reason.message);
    }
    const removed = outcomes[variants.length]?.status === "fulfilled";
    assert.equal(await levelsAt(id), removed ? 0 : variants.length);
  }
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});
