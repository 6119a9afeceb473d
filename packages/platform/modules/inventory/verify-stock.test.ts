import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Difference, sentenceOf, verifyStore } from "@souk/database";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { verifyStock } from "./index.ts";
import { type StockDesk, stockDesk } from "./testing/stock-desk.ts";

let db: TestDatabase;
let desk: StockDesk;
let variants: number[];
/** The variant that is meddled with, and where. */
let variant: number;
let place: string;

before(async () => {
  db = await testDatabase();
  desk = await stockDesk(db.database);
  const { shop } = desk;
  variants = await desk.newVariants(6);
  variant = variants[2] ?? 0;
  for (const id of variants) {
    for (const location_id of [shop.primary, shop.second]) {
      const at = { variant_id: id, location_id };
      await desk.set({ ...at, quantity: 5 });
      await desk.adjust({ ...at, adjustment_quantity: -2 });
      await desk.reserve({ ...at, reserved_quantity: 1 });
    }
  }
  place = `store_id = ${shop.store.id} and variant_id = ${variant} and location_id = ${shop.primary}`;
});
after(() => db.stop());

/** What is found while a statement's doing stands, each as kind and sentence; it is undone by another afterwards. */
async function foundAfter(damage: string, undo: string): Promise<Difference[]> {
  await db.database.query(damage);
  const found = await verifyStock(db.database, desk.shop.store.id);
  await db.database.query(undo);
  assert.deepEqual(await verifyStock(db.database, desk.shop.store.id), []);
  return found;
}

const kindsOf = (found: readonly Difference[]) => found.map(({ kind }) => kind).toSorted();

const quantities = [
  ["inventory_quantity", 3, ["variant"]],
  ["committed_inventory_quantity", 0, ["committed"]],
  ["incoming_inventory_quantity", 0, ["incoming"]],
  ["reserved_inventory_quantity", 1, []],
] as const;

for (const [field, right, others] of quantities)
  test(`a level whose ${field} is not its ledger is found and named`, async () => {
    const found = await foundAfter(
      `update inventory_levels set ${field} = ${field} + 4 where ${place}`,
      `update inventory_levels set ${field} = ${field} - 4 where ${place}`,
    );
    const level = found.find(({ kind }) => kind === "level") ?? assert.fail();
    assert.equal(
      sentenceOf(level),
      `Level ${level.id} (variant ${variant} at location ${desk.shop.primary}): ${field} is ${right + 4}, its ledger comes to ${right}.`,
    );
    assert.deepEqual(
      kindsOf(found).filter((kind) => kind !== "level"),
      others,
    );
  });

test("a movement whose result is not the sum up to it is found, and a movement that is missing", async () => {
  const first = `${place} and reason = 'set'`;
  const found = await foundAfter(
    `update inventory_movements set resulting_quantity = 9 where ${first}`,
    `update inventory_movements set resulting_quantity = 5 where ${first}`,
  );
  assert.deepEqual(kindsOf(found), ["movement"]);
  assert.match(
    found.map(sentenceOf).join(),
    /inventory_quantity is said to be 9 after it, the ledger up to it comes to 5\.$/,
  );
  const missing = await foundAfter(
    `update inventory_movements set variant_id = -variant_id where ${first}`,
    "update inventory_movements set variant_id = -variant_id where variant_id < 0",
  );
  assert.deepEqual(kindsOf(missing), ["level", "movement"]);
});

test("the ledger of a level that is gone must come to nothing", async () => {
  const found = await foundAfter(
    `update inventory_movements set variant_id = 99999999 where ${place} and reason = 'set'`,
    `update inventory_movements set variant_id = ${variant} where variant_id = 99999999`,
  );
  const gone = found.find(({ kind }) => kind === "gone_level") ?? assert.fail();
  assert.match(sentenceOf(gone), /^The ledger of variant 99999999 .* comes to 5 of inventory_quantity/);
});

test("a variant that is not its levels and a product that is not its variants are found", async () => {
  const change = (by: number) =>
    `update variants set inventory_quantity = inventory_quantity + ${by} where id = ${variant}`;
  const found = await foundAfter(change(1), change(-1));
  assert.deepEqual(kindsOf(found), ["product", "variant"]);
  assert.ok(
    found.map(sentenceOf).includes(`Variant ${variant}: inventory_quantity is 7, its levels come to 6.`),
  );
});

test("INV-4: what is on its way and not incoming is found, and of a transfer too", async () => {
  const { store, primary, second } = desk.shop;
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
  assert.deepEqual((await foundAfter(order, "delete from purchase_orders")).map(sentenceOf), [
    `Incoming of variant ${variant} at location ${primary} is 0, open purchase orders and transfers bring 7.`,
  ]);
  assert.deepEqual((await foundAfter(transfer, "delete from transfers")).map(sentenceOf), [
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
  test(`a count that is not its rows is found: ${table} of ${resource}`, async () => {
    const { id } = desk.shop.store;
    const columns = table === "id_counts" ? "store_id, resource, bucket, delta" : "store_id, resource, delta";
    const found = await foundAfter(
      `insert into ${table} (${columns}) values (${id}, ${resource})`,
      `delete from ${table} where ctid = (select max(ctid) from ${table} where store_id = ${id})`,
    );
    assert.deepEqual(kindsOf(found), ["count"]);
    assert.match(found.map(sentenceOf).join(), words);
  });

test("INV-9: a store without a primary location is found", async () => {
  const primary = (is: boolean) =>
    `update locations set is_primary = ${is} where store_id = ${desk.shop.store.id} and id = ${desk.shop.primary}`;
  const found = await foundAfter(primary(false), primary(true));
  assert.deepEqual(found.map(sentenceOf), ["There are 0 primary locations, not 1."]);
});

test("however small the portions, all is read once: the same is found, and the progress ends at the end", async () => {
  const ids = [variants[0], variants[3], variants[5]];
  const damage = (by: number) =>
    `update inventory_levels set reserved_inventory_quantity = reserved_inventory_quantity + ${by}
     where variant_id in (${ids.join(",")}) and location_id = ${desk.shop.second}`;
  await db.database.query(damage(1));
  for (const portion of [1, 2, 5, 10_000]) {
    const found: Difference[] = [];
    const seen: number[] = [];
    let total = 0;
    const progress = (done: number, of: number): void => {
      seen.push(done);
      total = of;
    };
    for await (const difference of verifyStore(db.database, desk.shop.store.id, { portion, progress }))
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
