import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Difference, formatDifference, verifyStore } from "@souk/database";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { verifyStock } from "./index.ts";
import { createStockFixture, type StockFixture } from "./testing/stock-fixture.ts";

let db: TestDatabase;
let fixture: StockFixture;
let variants: number[];
/** The variant whose rows the tests damage. */
let variant: number;
/** The SQL condition that selects rows of the variant at the primary location. */
let levelCondition: string;

before(async () => {
  db = await createTestDatabase();
  fixture = await createStockFixture(db.database);
  const { seededStore } = fixture;
  variants = await fixture.createVariants(6);
  variant = variants[2] ?? 0;
  for (const id of variants) {
    for (const location_id of [seededStore.primaryLocationId, seededStore.secondLocationId]) {
      const levelKey = { variant_id: id, location_id };
      await fixture.setLevel({ ...levelKey, quantity: 5 });
      await fixture.adjustLevel({ ...levelKey, adjustment_quantity: -2 });
      await fixture.reserveLevel({ ...levelKey, reserved_quantity: 1 });
    }
  }
  levelCondition = `store_id = ${seededStore.store.id} and variant_id = ${variant} and location_id = ${seededStore.primaryLocationId}`;
});
after(() => db.stop());

/**
 * Run a statement that damages data, return the differences that verification finds, and undo the damage with another statement.
 */
async function findDifferences(damageSql: string, undoSql: string): Promise<Difference[]> {
  await db.database.query(damageSql);
  const differences = await verifyStock(db.database, fixture.seededStore.store.id);
  await db.database.query(undoSql);
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);
  return differences;
}

const listKinds = (differences: readonly Difference[]) => differences.map(({ kind }) => kind).toSorted();

/** Each quantity's field, its correct value, and the kinds of the other differences that a wrong value causes. */
const quantities = [
  ["inventory_quantity", 3, ["variant"]],
  ["committed_inventory_quantity", 0, ["committed"]],
  ["incoming_inventory_quantity", 0, ["incoming"]],
  ["reserved_inventory_quantity", 1, []],
] as const;

for (const [field, expectedQuantity, otherKinds] of quantities)
  test(`stock verification finds a level whose ${field} differs from its ledger`, async () => {
    const differences = await findDifferences(
      `update inventory_levels set ${field} = ${field} + 4 where ${levelCondition}`,
      `update inventory_levels set ${field} = ${field} - 4 where ${levelCondition}`,
    );
    const level = differences.find(({ kind }) => kind === "level") ?? assert.fail();
    assert.equal(
      formatDifference(level),
      `Level ${level.id} (variant ${variant} at location ${fixture.seededStore.primaryLocationId}): ${field} is ${expectedQuantity + 4}, but its ledger adds up to ${expectedQuantity}.`,
    );
    assert.deepEqual(
      listKinds(differences).filter((kind) => kind !== "level"),
      otherKinds,
    );
  });

test("stock verification finds a wrong resulting quantity and a missing movement", async () => {
  const firstMovement = `${levelCondition} and reason = 'set'`;
  const differences = await findDifferences(
    `update inventory_movements set resulting_quantity = 9 where ${firstMovement}`,
    `update inventory_movements set resulting_quantity = 5 where ${firstMovement}`,
  );
  assert.deepEqual(listKinds(differences), ["movement"]);
  assert.match(
    differences.map(formatDifference).join(),
    /the recorded inventory_quantity after it is 9, but the ledger up to it adds up to 5\.$/,
  );
  const missingDifferences = await findDifferences(
    `update inventory_movements set variant_id = -variant_id where ${firstMovement}`,
    "update inventory_movements set variant_id = -variant_id where variant_id < 0",
  );
  assert.deepEqual(listKinds(missingDifferences), ["level", "movement"]);
});

test("stock verification finds a deleted level whose ledger does not end at 0", async () => {
  const differences = await findDifferences(
    `update inventory_movements set variant_id = 99999999 where ${levelCondition} and reason = 'set'`,
    `update inventory_movements set variant_id = ${variant} where variant_id = 99999999`,
  );
  const deletedLevel = differences.find(({ kind }) => kind === "missing_level") ?? assert.fail();
  assert.match(
    formatDifference(deletedLevel),
    /^The ledger of variant 99999999 .* adds up to 5 for inventory_quantity/,
  );
});

test("stock verification finds wrong totals of variants and products", async () => {
  const buildUpdate = (change: number) =>
    `update variants set inventory_quantity = inventory_quantity + ${change} where id = ${variant}`;
  const differences = await findDifferences(buildUpdate(1), buildUpdate(-1));
  assert.deepEqual(listKinds(differences), ["product", "variant"]);
  assert.ok(
    differences
      .map(formatDifference)
      .includes(`Variant ${variant}: inventory_quantity is 7, but its levels add up to 6.`),
  );
});

test("INV-4: stock verification compares incoming stock with purchase orders and transfers", async () => {
  const { store, primaryLocationId, secondLocationId } = fixture.seededStore;
  const insertOrderSql = `with created as (
      insert into purchase_orders (store_id, number, status, location_id, location_name, currency_code, currency_decimals)
      values (${store.id}, 1, 'partially_received', ${primaryLocationId}, 'Main', 'MYR', 2) returning id)
    insert into purchase_order_lines (store_id, purchase_order_id, variant_id, product_name, sku, quantity, received_quantity)
    select ${store.id}, id, ${variant}, '', '', 9, 2 from created`;
  const insertTransferSql = `with created as (
      insert into transfers (store_id, number, status, from_location_id, from_location_name, to_location_id, to_location_name)
      values (${store.id}, 1, 'in_transit', ${primaryLocationId}, 'Main', ${secondLocationId}, 'Second') returning id)
    insert into transfer_lines (store_id, transfer_id, variant_id, product_name, sku, quantity)
    select ${store.id}, id, ${variant}, '', '', 4 from created`;
  assert.deepEqual(
    (await findDifferences(insertOrderSql, "delete from purchase_orders")).map(formatDifference),
    [
      `Incoming stock of variant ${variant} at location ${primaryLocationId} is 0, but open purchase orders and transfers add up to 7.`,
    ],
  );
  assert.deepEqual(
    (await findDifferences(insertTransferSql, "delete from transfers")).map(formatDifference),
    [
      `Incoming stock of variant ${variant} at location ${secondLocationId} is 0, but open purchase orders and transfers add up to 4.`,
    ],
  );
});

for (const [table, rowValues, expectedMessage] of [
  ["resource_counts", "'products', 3", /^The count of products is 6, but there are 3\.$/],
  ["resource_counts", "'levels at 99', 2", /^The count of levels at 99 is 2, but there are 0\.$/],
  [
    "resource_counts",
    "'orders open paid unfulfilled', 2",
    /^The count of orders open paid unfulfilled is 2, but there are 0\.$/,
  ],
  // A bucket has 2,048 ids, so bucket 5 begins at 10240.
  ["id_counts", "'products', 5, 1", /^The count of products with ids from 10240 is 1, but there are 0\.$/],
] as const)
  test(`stock verification finds a wrong count in the row (${rowValues}) of ${table}`, async () => {
    const { id } = fixture.seededStore.store;
    const columns = table === "id_counts" ? "store_id, resource, bucket, delta" : "store_id, resource, delta";
    const differences = await findDifferences(
      `insert into ${table} (${columns}) values (${id}, ${rowValues})`,
      `delete from ${table} where ctid = (select max(ctid) from ${table} where store_id = ${id})`,
    );
    assert.deepEqual(listKinds(differences), ["count"]);
    assert.match(differences.map(formatDifference).join(), expectedMessage);
  });

test("INV-9: stock verification finds a store without a primary location", async () => {
  const buildUpdate = (isPrimary: boolean) =>
    `update locations set is_primary = ${isPrimary} where store_id = ${fixture.seededStore.store.id} and id = ${fixture.seededStore.primaryLocationId}`;
  const differences = await findDifferences(buildUpdate(false), buildUpdate(true));
  assert.deepEqual(differences.map(formatDifference), ["There are 0 primary locations instead of 1."]);
});

test("stock verification finds the same differences in batches of any size", async () => {
  const ids = [variants[0], variants[3], variants[5]];
  const buildDamageSql = (change: number) =>
    `update inventory_levels set reserved_inventory_quantity = reserved_inventory_quantity + ${change}
     where variant_id in (${ids.join(",")}) and location_id = ${fixture.seededStore.secondLocationId}`;
  await db.database.query(buildDamageSql(1));
  for (const portionSize of [1, 2, 5, 10_000]) {
    const foundDifferences: Difference[] = [];
    const progressCounts: number[] = [];
    let total = 0;
    const onProgress = (checkedCount: number, totalCount: number): void => {
      progressCounts.push(checkedCount);
      total = totalCount;
    };
    for await (const difference of verifyStore(db.database, fixture.seededStore.store.id, {
      portionSize,
      onProgress,
    }))
      foundDifferences.push(difference);
    assert.deepEqual(
      foundDifferences.map(({ kind, variant_id }) => [kind, variant_id]),
      ids.map((id) => ["level", id]),
      `portion size ${portionSize}`,
    );
    assert.equal(progressCounts.at(-1), total);
    assert.ok(total >= variants.length);
  }
  await db.database.query(buildDamageSql(-1));
});
