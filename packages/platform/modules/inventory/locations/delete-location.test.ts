import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import { createTestCall, createTestDatabase, type TestDatabase } from "@souk/testkit";
import { inventoryModule, verifyStock } from "../index.ts";
import { createStockFixture, expectApiError, type StockFixture } from "../testing/stock-fixture.ts";

let db: TestDatabase;
let fixture: StockFixture;

before(async () => {
  db = await createTestDatabase({ maxConnections: 32 });
  fixture = await createStockFixture(db.database);
});
after(() => db.stop());

async function createLocation(): Promise<number> {
  const request = { body: { name: "Pop-up" } };
  const response = await fixture.api.json<{ location: { id: number } }>(
    operations.createLocation,
    fixture.seededStore.store,
    request,
  );
  return response.location.id;
}

const deleteLocation = (id: number) =>
  fixture.api.text(operations.deleteLocation, fixture.seededStore.store, { params: { id } });

async function countLevels(locationId: number): Promise<number> {
  const text = "select count(*) as n from inventory_levels where store_id = $1 and location_id = $2";
  const row = await db.database.one<{ n: number }>(text, [fixture.seededStore.store.id, locationId]);
  return row.n;
}

test("deleting a location deletes its empty levels, adds a tombstone and publishes one event", async () => {
  const id = await createLocation();
  const [variant = 0] = await fixture.createVariants(1);
  const levelKey = { variant_id: variant, location_id: id };
  await fixture.setLevel({ ...levelKey, quantity: 3 });
  await fixture.setLevel({ ...levelKey, quantity: 0 });
  const events = await fixture.captureEvents(async () => assert.equal(await deleteLocation(id), "{}"));
  assert.deepEqual(
    events.map(({ topic, resource_id }) => [topic, resource_id]),
    [["location/delete", id]],
  );
  const payloadText = "select payload from event_inbox where topic = 'location/delete' and resource_id = $1";
  const row = await db.database.maybeOne<{ payload: string }>(payloadText, [id]);
  assert.equal(row?.payload, `{"location":{"id":${id}}}`);
  assert.equal(await countLevels(id), 0);
  const tombstones = await db.database.query(
    "select 1 from tombstones where store_id = $1 and resource = 'locations' and record_id = $2",
    [fixture.seededStore.store.id, id],
  );
  assert.equal(tombstones.rowCount, 1);
  const error = await expectApiError(deleteLocation(id));
  assert.equal(error.code, "not_found");
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});

test("INV-9: the primary location cannot be deleted", async () => {
  const error = await expectApiError(deleteLocation(fixture.seededStore.primaryLocationId));
  assert.equal(error.code, "conflict");
  assert.match(error.message, /Make another location primary first/);
});

test("a location with a level that is not empty cannot be deleted", async () => {
  const id = await createLocation();
  const [variant = 0] = await fixture.createVariants(1, "continue");
  const levelKey = { variant_id: variant, location_id: id };
  await fixture.reserveLevel({ ...levelKey, reserved_quantity: 1 });
  const error = await expectApiError(deleteLocation(id));
  assert.equal(error.code, "conflict");
  assert.match(error.message, new RegExp(`stock of variant ${variant}:`));
  await fixture.reserveLevel({ ...levelKey, reserved_quantity: 0 });
  await fixture.adjustLevel({ ...levelKey, adjustment_quantity: -1 });
  await expectApiError(deleteLocation(id));
  await fixture.adjustLevel({ ...levelKey, adjustment_quantity: 1 });
  await deleteLocation(id);
});

test("another module can block the deletion of a location with its own error message", async () => {
  const id = await createLocation();
  const locationDeletionChecks = [
    async () => null,
    async () => "Purchase order PO-7 is still on its way there.",
  ];
  const routes = inventoryModule({ locationDeletionChecks }).routes;
  const route = routes.find(({ operation }) => operation.id === "locations.delete") ?? assert.fail();
  const call = createTestCall(operations.deleteLocation, fixture.seededStore.store, { params: { id } });
  const error = await expectApiError(db.database.transaction((tx) => route.handle(tx, call)));
  assert.equal(error.message, "Purchase order PO-7 is still on its way there.");
});

test("stock added to a location while the location is being deleted is kept or rejected, never lost", async () => {
  for (let round = 0; round < 12; round++) {
    const id = await createLocation();
    const variants = await fixture.createVariants(6);
    const [stockedVariant = 0, ...newVariants] = variants;
    await fixture.setLevel({ variant_id: stockedVariant, location_id: id, quantity: 0 });
    const outcomes = await Promise.allSettled([
      ...variants.map((variant_id) => fixture.setLevel({ variant_id, location_id: id, quantity: 2 })),
      deleteLocation(id),
      fixture.changeLevels(
        newVariants.map((variant_id) => ({ variant_id, location_id: id, adjustment_quantity: 1 })),
      ),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      const { reason } = outcome;
      assert.ok(reason instanceof ApiError, String(reason));
      assert.ok(["not_found", "invalid", "conflict"].includes(reason.code), reason.message);
    }
    const isDeleted = outcomes[variants.length]?.status === "fulfilled";
    assert.equal(await countLevels(id), isDeleted ? 0 : variants.length);
  }
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});
