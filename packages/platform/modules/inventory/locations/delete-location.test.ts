import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations, Refusal } from "@souk/contract";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { practiceCall } from "../../../demo/practice-shop.ts";
import { inventoryRoutes, verifyStock } from "../index.ts";
import { refusalOf, type StockDesk, stockDesk } from "../testing/stock-desk.ts";

let db: TestDatabase;
let desk: StockDesk;

before(async () => {
  db = await testDatabase({ maxConnections: 32 });
  desk = await stockDesk(db.database);
});
after(() => db.stop());

async function newLocation(): Promise<number> {
  const request = { body: { name: "Pop-up" } };
  const made = await desk.api.json<{ location: { id: number } }>(
    operations.createLocation,
    desk.shop.store,
    request,
  );
  return made.location.id;
}

const remove = (id: number) => desk.api.text(operations.deleteLocation, desk.shop.store, { params: { id } });

async function levelsAt(id: number): Promise<number> {
  const text = "select count(*) as n from inventory_levels where store_id = $1 and location_id = $2";
  const { rows } = await db.database.query<{ n: number }>(text, [desk.shop.store.id, id]);
  return rows[0]?.n ?? -1;
}

test("a location goes with its empty levels, leaves a tombstone and is told by its id", async () => {
  const id = await newLocation();
  const [variant = 0] = await desk.newVariants(1);
  const at = { variant_id: variant, location_id: id };
  await desk.set({ ...at, quantity: 3 });
  await desk.set({ ...at, quantity: 0 });
  const told = await desk.told(async () => assert.equal(await remove(id), "{}"));
  assert.deepEqual(
    told.map(({ topic, resource_id }) => [topic, resource_id]),
    [["location/delete", id]],
  );
  const payload = "select payload from event_inbox where topic = 'location/delete' and resource_id = $1";
  const { rows } = await db.database.query<{ payload: string }>(payload, [id]);
  assert.equal(rows[0]?.payload, `{"location":{"id":${id}}}`);
  assert.equal(await levelsAt(id), 0);
  const tombstones = await db.database.query(
    "select 1 from tombstones where store_id = $1 and resource = 'locations' and record_id = $2",
    [desk.shop.store.id, id],
  );
  assert.equal(tombstones.rowCount, 1);
  const gone = await refusalOf(remove(id));
  assert.equal(gone.code, "not_found");
  assert.deepEqual(await verifyStock(db.database, desk.shop.store.id), []);
});

test("INV-9: the primary location cannot be deleted", async () => {
  const refusal = await refusalOf(remove(desk.shop.primary));
  assert.equal(refusal.code, "conflict");
  assert.match(refusal.message, /make another one primary first/);
});

test("a location that holds any of the four quantities cannot be deleted", async () => {
  const id = await newLocation();
  const [variant = 0] = await desk.newVariants(1, "continue");
  const place = { variant_id: variant, location_id: id };
  await desk.reserve({ ...place, reserved_quantity: 1 });
  const refusal = await refusalOf(remove(id));
  assert.equal(refusal.code, "conflict");
  assert.match(refusal.message, new RegExp(`stock of variant ${variant}:`));
  await desk.reserve({ ...place, reserved_quantity: 0 });
  await desk.adjust({ ...place, adjustment_quantity: -1 });
  await refusalOf(remove(id));
  await desk.adjust({ ...place, adjustment_quantity: 1 });
  await remove(id);
});

test("another module's reason keeps a location, in its own words", async () => {
  const id = await newLocation();
  const keepers = [async () => null, async () => "Purchase order PO-7 is still on its way there."];
  const routes = inventoryRoutes(desk.api.facts, keepers);
  const route = routes.find(({ operation }) => operation.id === "locations.delete") ?? assert.fail();
  const call = practiceCall(operations.deleteLocation, desk.shop.store, { params: { id } });
  const refusal = await refusalOf(db.database.transaction((tx) => route.handle(tx, call)));
  assert.equal(refusal.message, "Purchase order PO-7 is still on its way there.");
});

test("whoever puts stock into a location that is being deleted is first or finds it gone; nothing is lost", async () => {
  for (let round = 0; round < 12; round++) {
    const id = await newLocation();
    const variants = await desk.newVariants(6);
    const [stocked = 0, ...fresh] = variants;
    await desk.set({ variant_id: stocked, location_id: id, quantity: 0 });
    const outcomes = await Promise.allSettled([
      ...variants.map((variant_id) => desk.set({ variant_id, location_id: id, quantity: 2 })),
      remove(id),
      desk.batch(fresh.map((variant_id) => ({ variant_id, location_id: id, adjustment_quantity: 1 }))),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      const { reason } = outcome;
      assert.ok(reason instanceof Refusal, String(reason));
      assert.ok(["not_found", "invalid", "conflict"].includes(reason.code), reason.message);
    }
    const removed = outcomes[variants.length]?.status === "fulfilled";
    assert.equal(await levelsAt(id), removed ? 0 : variants.length);
  }
  assert.deepEqual(await verifyStock(db.database, desk.shop.store.id), []);
});
