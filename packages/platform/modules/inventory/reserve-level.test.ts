import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { verifyStock } from "./index.ts";
import {
  createStockFixture,
  expectApiError,
  getErrorPaths,
  type StockFixture,
} from "./testing/stock-fixture.ts";

let db: TestDatabase;
let fixture: StockFixture;
let primary: number;

before(async () => {
  db = await testDatabase({ maxConnections: 32 });
  fixture = await createStockFixture(db.database);
  primary = fixture.seededStore.primary;
});
after(() => db.stop());

test("INV-5: a reservation shows on level and ledger, keeps available, publishes nothing", async () => {
  const [variant = 0] = await fixture.newVariants(1);
  const at = { variant_id: variant, location_id: primary };
  await fixture.set({ ...at, quantity: 10 });
  const events = await fixture.captureEvents(async () => {
    const level = await fixture.reserve({ ...at, reserved_quantity: 4, reason: "window", reference: "W-1" });
    assert.deepEqual([level.inventory_quantity, level.reserved_inventory_quantity], [10, 4]);
    const again = await fixture.reserve({ ...at, reserved_quantity: 4 });
    assert.deepEqual(again, level);
    const more = await fixture.reserve({ ...at, reserved_quantity: 12 });
    assert.deepEqual([more.inventory_quantity, more.reserved_inventory_quantity], [10, 12]);
    await fixture.reserve({ ...at, reserved_quantity: 0 });
  });
  assert.deepEqual(events, []);
  assert.deepEqual((await fixture.loadLedger(variant)).slice(1), [
    ["reserved_inventory_quantity", 4, 4, "window", "W-1"],
    ["reserved_inventory_quantity", 8, 12, "reserve", null],
    ["reserved_inventory_quantity", -12, 0, "reserve", null],
  ]);
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});

test("reserving opens a level, and names each unknown id", async () => {
  const [variant = 0] = await fixture.newVariants(1);
  const level = await fixture.reserve({ variant_id: variant, location_id: primary, reserved_quantity: 2 });
  assert.deepEqual([level.inventory_quantity, level.reserved_inventory_quantity], [0, 2]);
  const nowhere = await expectApiError(
    fixture.reserve({ variant_id: variant, location_id: 99_999_999, reserved_quantity: 2 }),
  );
  assert.deepEqual([nowhere.code, ...getErrorPaths(nowhere)], ["not_found", "location_id"]);
});

test("concurrent reservations leave every step in the ledger", async () => {
  const [variant = 0] = await fixture.newVariants(1);
  const at = { variant_id: variant, location_id: primary };
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => fixture.reserve({ ...at, reserved_quantity: n + 1 })),
  );
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
});

test("at an inactive location stock can be taken or lowered, not added or opened", async () => {
  const [variant = 0, unstocked = 0] = await fixture.newVariants(2, "continue");
  const closed = await fixture.closeLocation();
  const at = { variant_id: variant, location_id: closed };
  await db.database.query("update locations set is_active = true where id = $1", [closed]);
  await fixture.set({ ...at, quantity: 10 });
  await db.database.query("update locations set is_active = false where id = $1", [closed]);
  assert.equal((await fixture.adjust({ ...at, adjustment_quantity: -3 })).inventory_quantity, 7);
  assert.equal((await fixture.set({ ...at, quantity: 5 })).inventory_quantity, 5);
  assert.equal((await fixture.set({ ...at, quantity: 5 })).inventory_quantity, 5);
  assert.equal((await fixture.reserve({ ...at, reserved_quantity: 1 })).reserved_inventory_quantity, 1);
  assert.equal((await fixture.batch([{ ...at, adjustment_quantity: -1 }]))[0]?.inventory_quantity, 4);
  const open = { variant_id: unstocked, location_id: closed };
  const events = await fixture.captureEvents(async () => {
    for (const rejected of [
      () => fixture.adjust({ ...at, adjustment_quantity: 1 }),
      () => fixture.set({ ...at, quantity: 6 }),
      () => fixture.adjust({ ...open, adjustment_quantity: -1 }),
      () => fixture.set({ ...open, quantity: 0 }),
      () => fixture.reserve({ ...open, reserved_quantity: 1 }),
    ])
      assert.deepEqual(getErrorPaths(await expectApiError(rejected())), ["location_id"]);
  });
  assert.deepEqual(events, []);
  assert.equal(await fixture.quantityAt(unstocked, closed), null);
});
