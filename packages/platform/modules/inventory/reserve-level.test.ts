import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { verifyStock } from "./index.ts";
import { pathsOf, refusalOf, type StockDesk, stockDesk } from "./testing/stock-desk.ts";

let db: TestDatabase;
let desk: StockDesk;
let primary: number;

before(async () => {
  db = await testDatabase({ maxConnections: 32 });
  desk = await stockDesk(db.database);
  primary = desk.shop.primary;
});
after(() => db.stop());

test("INV-5: what is reserved stands on the level and in the ledger; available stays, and nothing is sent", async () => {
  const [variant = 0] = await desk.newVariants(1);
  const at = { variant_id: variant, location_id: primary };
  await desk.set({ ...at, quantity: 10 });
  const told = await desk.told(async () => {
    const level = await desk.reserve({ ...at, reserved_quantity: 4, reason: "window", reference: "W-1" });
    assert.deepEqual([level.inventory_quantity, level.reserved_inventory_quantity], [10, 4]);
    const again = await desk.reserve({ ...at, reserved_quantity: 4 });
    assert.deepEqual(again, level);
    const more = await desk.reserve({ ...at, reserved_quantity: 12 });
    assert.deepEqual([more.inventory_quantity, more.reserved_inventory_quantity], [10, 12]);
    await desk.reserve({ ...at, reserved_quantity: 0 });
  });
  assert.deepEqual(told, []);
  assert.deepEqual((await desk.ledgerOf(variant)).slice(1), [
    ["reserved_inventory_quantity", 4, 4, "window", "W-1"],
    ["reserved_inventory_quantity", 8, 12, "reserve", null],
    ["reserved_inventory_quantity", -12, 0, "reserve", null],
  ]);
  assert.deepEqual(await verifyStock(db.database, desk.shop.store.id), []);
});

test("reserving opens a level, and names what is unknown", async () => {
  const [variant = 0] = await desk.newVariants(1);
  const level = await desk.reserve({ variant_id: variant, location_id: primary, reserved_quantity: 2 });
  assert.deepEqual([level.inventory_quantity, level.reserved_inventory_quantity], [0, 2]);
  const nowhere = await refusalOf(
    desk.reserve({ variant_id: variant, location_id: 99_999_999, reserved_quantity: 2 }),
  );
  assert.deepEqual([nowhere.code, ...pathsOf(nowhere)], ["not_found", "location_id"]);
});

test("of many that reserve at once the ledger keeps every step", async () => {
  const [variant = 0] = await desk.newVariants(1);
  const at = { variant_id: variant, location_id: primary };
  await Promise.all(Array.from({ length: 40 }, (_, n) => desk.reserve({ ...at, reserved_quantity: n + 1 })));
  assert.deepEqual(await verifyStock(db.database, desk.shop.store.id), []);
});

test("at a location that is not active stock can be taken and set lower, and none is added or opened", async () => {
  const [variant = 0, unstocked = 0] = await desk.newVariants(2, "continue");
  const closed = await desk.closeLocation();
  const at = { variant_id: variant, location_id: closed };
  await db.database.query("update locations set is_active = true where id = $1", [closed]);
  await desk.set({ ...at, quantity: 10 });
  await db.database.query("update locations set is_active = false where id = $1", [closed]);
  assert.equal((await desk.adjust({ ...at, adjustment_quantity: -3 })).inventory_quantity, 7);
  assert.equal((await desk.set({ ...at, quantity: 5 })).inventory_quantity, 5);
  assert.equal((await desk.set({ ...at, quantity: 5 })).inventory_quantity, 5);
  assert.equal((await desk.reserve({ ...at, reserved_quantity: 1 })).reserved_inventory_quantity, 1);
  assert.equal((await desk.batch([{ ...at, adjustment_quantity: -1 }]))[0]?.inventory_quantity, 4);
  const open = { variant_id: unstocked, location_id: closed };
  const told = await desk.told(async () => {
    for (const refused of [
      () => desk.adjust({ ...at, adjustment_quantity: 1 }),
      () => desk.set({ ...at, quantity: 6 }),
      () => desk.adjust({ ...open, adjustment_quantity: -1 }),
      () => desk.set({ ...open, quantity: 0 }),
      () => desk.reserve({ ...open, reserved_quantity: 1 }),
    ])
      assert.deepEqual(pathsOf(await refusalOf(refused())), ["location_id"]);
  });
  assert.deepEqual(told, []);
  assert.equal(await desk.quantityAt(unstocked, closed), null);
});
