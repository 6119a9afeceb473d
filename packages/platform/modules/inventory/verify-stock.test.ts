import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Difference, formatDifference, verifyStore } from "@souk/database";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { verifyStock } from "./index.ts";
import { createStockFixture, type StockFixture } from "./testing/stock-fixture.ts";

let db: TestDatabase;
let fixture: StockFixture;
let variants: number[];
/** The variant whose rows are damaged. */
let variant: number;
let place: string;

before(async () => {
  db = await testDatabase();
  fixture = await createStockFixture(db.database);
  const { seededStore } = fixture;
  variants = await fixture.newVariants(6);
  variant = variants[2] ?? 0;
  for (const id of variants) {
    for (const location_id of [seededStore.primary, seededStore.second]) {
      const at = { variant_id: id, location_id };
      await fixture.set({ ...at, quantity: 5 });
      await fixture.adjust({ ...at, adjustment_quantity: -2 });
      await fixture.reserve({ ...at, reserved_quantity: 1 });
    }
  }
  place = `store_id = ${seededStore.store.id} and variant_id = ${variant} and location_id = ${seededStore.primary}`;
});
after(() => db.stop());

/**
 * Return the differences found while a damaging statement is in effect, as kind and sentence; another statement
 * undoes it afterwards.
 */
async function foundAfter(damage: string, undo: string): Promise<Difference[]> {
  await db.database.query(damage);
  const found = await verifyStock(db.database, fixture.seededStore.store.id);
  await db.database.query(undo);
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
  return found;
}

const getKinds = (found: readonly Difference[]) => found.map(({ kind }) => kind).toSorted();

const quantities = [
  ["inventory_quantity", 3, ["variant"]],
  ["committed_inventory_quantity", 0, ["committed"]],
  ["incoming_inventory_quantity", 0, ["incoming"]],
  ["reserved_inventory_quantity", 1, []],
] as const;

for (const [field, right, others] of quantities)
  test(`a level whose ${field} differs from its ledger is found and named`, async () => {
    const found = await foundAfter(
      `update inventory_levels set ${field} = ${field} + 4 where ${place}`,
      `update inventory_levels set ${field} = ${field} - 4 where ${place}`,
    );
    const level = found.find(({ kind }) => kind === "level") ?? assert.fail();
    assert.equal(
      formatDifference(level),
      `Level ${level.id} (variant ${variant} at location ${fixture.seededStore.primary}): ${field} is ${right + 4}, its ledger comes to ${right}.`,
    );
    assert.deepEqual(
      getKinds(found).filter((kind) => kind !== "level"),
      others,
    );
  });

test("a movement with a wrong result, and a missing movement, are found", async () => {
  const first = `${place} and reason = 'set'`;
  const found = await foundAfter(
    `update inventory_movements set resulting_quantity = 9 where ${first}`,
    `update inventory_movements set resulting_quantity = 5 where ${first}`,
  );
  assert.deepEqual(getKinds(found), ["movement"]);
  assert.match(
    found.map(formatDifference).join(),
    /inventory_quantity is said to be 9 after it, the ledger up to it comes to 5\.$/,
  );
  const missing = await foundAfter(
    `update inventory_movements set variant_id = -variant_id where ${first}`,
    "update inventory_movements set variant_id = -variant_id where variant_id < 0",
  );
  assert.deepEqual(getKinds(missing), ["level", "movement"]);
});

test("a ledger of a deleted level that does not end at 0 is found", async () => {
  const found = await foundAfter(
    `update inventory_movements set variant_id = 99999999 where ${place} and reason = 'set'`,
    `update inventory_movements set variant_id = ${variant} where variant_id = 99999999`,
  );
  const deletedLevel = found.find(({ kind }) => kind === "gone_level") ?? assert.fail();
  assert.match(
    formatDifference(deletedLevel),
    /^The ledger of variant 99999999 .* comes to 5 of inventory_quantity/,
  );
});

test("a variant unlike its levels and a product unlike its variants are found", async () => {
  const change = (by: number) =>
    `update variants set inventory_quantity = inventory_quantity + ${by} where id = ${variant}`;
  const found = await foundAfter(change(1), change(-1));
  assert.deepEqual(getKinds(found), ["product", "variant"]);
  assert.ok(
    found
      .map(formatDifference)
      .includes(`Variant ${variant}: inventory_quantity is 7, its levels come to 6.`),
  );
});

test("INV-4: open order or transfer units that are not incoming are found", async () => {
  const { store, primary, second } = fixture.seededStore;
  const order = `with made as (
      insert into purchase_orders (store_id, number, status, location_id, location_name, currency_code, currency_decimals)
      values (${store.id}, 1, 'partially_received', ${primary}, 'Main', 'MYR', 2) returning id)
    insert into purchase_order_lines (store_id, purchase_order_id, variant_id, product_name, sku, quantity, received_quantity)
    select ${store.id}, id, ${variant}, '', '', 9, 2 from made`;
  const transfer = `with made as (
      insert into transfers (store_id, number, status, from_location_id, from_location_name, to_location_id, to_location_name)
      values (${store.id}, 1, 'in_transit', ${primary}, 'Main', ${second}, 'Second') returning id)
    insert into transfer_lines (store_id, transfer_id, variant_id, product_name, sku, quantity)
    select ${store.id}, id, ${variant}, '', '', 4 from made`;
  assert.deepEqual((await foundAfter(order, "delete from purchase_orders")).map(formatDifference), [
    `Incoming of variant ${variant} at location ${primary} is 0, open purchase orders and transfers bring 7.`,
  ]);
  assert.deepEqual((await foundAfter(transfer, "delete from transfers")).map(formatDifference), [
    `Incoming of variant ${variant} at location ${second} is 0, open purchase orders and transfers bring 4.`,
  ]);
});

for (const [table, resource, words] of [
  ["resource_counts", "'products', 3", /^The count of products is 6, there are 3\.$/],
  ["resource_counts", "'levels at 99', 2", /^The count of levels at 99 is 2, there are 0\.$/],
  [
    "resource_counts",
    "'orders open paid unfulfilled', 2",
    /^The count of orders open paid unfulfilled is 2, there are 0\.$/,
  ],
  ["id_counts", "'products', 5, 1", /^The count of products with ids from 10240 is 1, there are 0\.$/],
] as const)
  test(`a count that differs from its rows is found: ${table} of ${resource}`, async () => {
    const { id } = fixture.seededStore.store;
    const columns = table === "id_counts" ? "store_id, resource, bucket, delta" : "store_id, resource, delta";
    const found = await foundAfter(
      `insert into ${table} (${columns}) values (${id}, ${resource})`,
      `delete from ${table} where ctid = (select max(ctid) from ${table} where store_id = ${id})`,
    );
    assert.deepEqual(getKinds(found), ["count"]);
    assert.match(found.map(formatDifference).join(), words);
  });

test("INV-9: a store without a primary location is found", async () => {
  const primary = (is: boolean) =>
    `update locations set is_primary = ${is} where store_id = ${fixture.seededStore.store.id} and id = ${fixture.seededStore.primary}`;
  const found = await foundAfter(primary(false), primary(true));
  assert.deepEqual(found.map(formatDifference), ["There are 0 primary locations, not 1."]);
});

test("portions of any size find the same differences, and the progress completes", async () => {
  const ids = [variants[0], variants[3], variants[5]];
  const damage = (by: number) =>
    `update inventory_levels set reserved_inventory_quantity = reserved_inventory_quantity + ${by}
     where variant_id in (${ids.join(",")}) and location_id = ${fixture.seededStore.second}`;
  await db.database.query(damage(1));
  for (const portion of [1, 2, 5, 10_000]) {
    const found: Difference[] = [];
    const seen: number[] = [];
    let total = 0;
    const progress = (done: number, all: number): void => {
      seen.push(done);
      total = all;
    };
    for await (const difference of verifyStore(db.database, fixture.seededStore.store.id, {
      portion,
      progress,
    }))
      found.push(difference);
    assert.deepEqual(
      found.map(({ kind, variant_id }) => [kind, variant_id]),
      ids.map((id) => ["level", id]),
      `portion ${portion}`,
    );
    assert.equal(seen.at(-1), total);
    assert.ok(total >= variants.length);
  }
  await db.database.query(damage(-1));
});
