import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { verifyStock } from "./index.ts";
import {
  createStockFixture,
  expectApiError,
  getErrorPaths,
  type StockFixture,
} from "./testing/stock-fixture.ts";

let db: TestDatabase;
let fixture: StockFixture;
let primaryLocationId: number;

before(async () => {
  db = await createTestDatabase({ maxConnections: 32 });
  fixture = await createStockFixture(db.database);
  primaryLocationId = fixture.seededStore.primaryLocationId;
});
after(() => db.stop());

test("INV-5: reserving units keeps the available quantity, adds to the ledger and publishes no event", async () => {
  const [variant = 0] = await fixture.createVariants(1);
  const levelKey = { variant_id: variant, location_id: primaryLocationId };
  await fixture.setLevel({ ...levelKey, quantity: 10 });
  const events = await fixture.captureEvents(async () => {
    const level = await fixture.reserveLevel({
      ...levelKey,
      reserved_quantity: 4,
      reason: "window",
      reference: "W-1",
    });
    assert.deepEqual([level.inventory_quantity, level.reserved_inventory_quantity], [10, 4]);
    const levelAfterRepeat = await fixture.reserveLevel({ ...levelKey, reserved_quantity: 4 });
    assert.deepEqual(levelAfterRepeat, level);
    const levelAboveAvailable = await fixture.reserveLevel({ ...levelKey, reserved_quantity: 12 });
    assert.deepEqual(
      [levelAboveAvailable.inventory_quantity, levelAboveAvailable.reserved_inventory_quantity],
      [10, 12],
    );
    await fixture.reserveLevel({ ...levelKey, reserved_quantity: 0 });
  });
  assert.deepEqual(events, []);
  assert.deepEqual((await fixture.loadLedger(variant)).slice(1), [
    ["reserved_inventory_quantity", 4, 4, "window", "W-1"],
    ["reserved_inventory_quantity", 8, 12, "reserve", null],
    ["reserved_inventory_quantity", -12, 0, "reserve", null],
  ]);
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});

test("reserving stock creates a missing level, but not at an unknown location", async () => {
  const [variant = 0] = await fixture.createVariants(1);
  const level = await fixture.reserveLevel({
    variant_id: variant,
    location_id: primaryLocationId,
    reserved_quantity: 2,
  });
  assert.deepEqual([level.inventory_quantity, level.reserved_inventory_quantity], [0, 2]);
  const unknownLocationError = await expectApiError(
    fixture.reserveLevel({ variant_id: variant, location_id: 99_999_999, reserved_quantity: 2 }),
  );
  assert.deepEqual(
    [unknownLocationError.code, ...getErrorPaths(unknownLocationError)],
    ["not_found", "location_id"],
  );
});

test("concurrent stock reservations keep the ledger consistent", async () => {
  const [variant = 0] = await fixture.createVariants(1);
  const levelKey = { variant_id: variant, location_id: primaryLocationId };
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => fixture.reserveLevel({ ...levelKey, reserved_quantity: n + 1 })),
  );
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});

test("stock at an inactive location can be decreased but not increased", async () => {
  const [variant = 0, unstockedVariant = 0] = await fixture.createVariants(2, "continue");
  const inactiveLocation = await fixture.createInactiveLocation();
  const levelKey = { variant_id: variant, location_id: inactiveLocation };
  await db.database.query("update locations set is_active = true where id = $1", [inactiveLocation]);
  await fixture.setLevel({ ...levelKey, quantity: 10 });
  await db.database.query("update locations set is_active = false where id = $1", [inactiveLocation]);
  assert.equal((await fixture.adjustLevel({ ...levelKey, adjustment_quantity: -3 })).inventory_quantity, 7);
  assert.equal((await fixture.setLevel({ ...levelKey, quantity: 5 })).inventory_quantity, 5);
  assert.equal((await fixture.setLevel({ ...levelKey, quantity: 5 })).inventory_quantity, 5);
  assert.equal(
    (await fixture.reserveLevel({ ...levelKey, reserved_quantity: 1 })).reserved_inventory_quantity,
    1,
  );
  assert.equal(
    (await fixture.changeLevels([{ ...levelKey, adjustment_quantity: -1 }]))[0]?.inventory_quantity,
    4,
  );
  const missingLevelKey = { variant_id: unstockedVariant, location_id: inactiveLocation };
  const events = await fixture.captureEvents(async () => {
    for (const request of [
      () => fixture.adjustLevel({ ...levelKey, adjustment_quantity: 1 }),
      () => fixture.setLevel({ ...levelKey, quantity: 6 }),
      () => fixture.adjustLevel({ ...missingLevelKey, adjustment_quantity: -1 }),
      () => fixture.setLevel({ ...missingLevelKey, quantity: 0 }),
      () => fixture.reserveLevel({ ...missingLevelKey, reserved_quantity: 1 }),
    ])
      assert.deepEqual(getErrorPaths(await expectApiError(request())), ["location_id"]);
  });
  assert.deepEqual(events, []);
  assert.equal(await fixture.loadQuantity(unstockedVariant, inactiveLocation), null);
});
