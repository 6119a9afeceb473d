import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { chooseForRun, createTestDatabase, type TestDatabase } from "@souk/testkit";
import { Check } from "typebox/value";
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
let secondLocationId: number;

before(async () => {
  db = await createTestDatabase({ maxConnections: 32 });
  fixture = await createStockFixture(db.database);
  ({ primaryLocationId, secondLocationId } = fixture.seededStore);
});
after(() => db.stop());

const assertStockIsConsistent = async () =>
  assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);

test("a stock batch changes and creates levels and publishes an event for each level", async () => {
  const [firstVariant = 0, secondVariant = 0] = await fixture.createVariants(2);
  await fixture.setLevel({ variant_id: firstVariant, location_id: primaryLocationId, quantity: 10 });
  const lines = [
    { variant_id: secondVariant, location_id: secondLocationId, quantity: 7, reason: "stocktake" },
    { variant_id: firstVariant, location_id: primaryLocationId, adjustment_quantity: -4, reference: "POS-1" },
    { variant_id: firstVariant, location_id: secondLocationId, adjustment_quantity: 3 },
  ];
  let response: unknown;
  const events = await fixture.captureEvents(async () => {
    const request = { body: { inventory_levels: lines } };
    response = await fixture.api.json(operations.changeInventoryLevels, fixture.seededStore.store, request);
  });
  assert.ok(Check(operations.changeInventoryLevels.response, response));
  assert.deepEqual(
    response.inventory_levels.map((level) => [level.variant_id, level.location_id, level.inventory_quantity]),
    [
      [secondVariant, secondLocationId, 7],
      [firstVariant, primaryLocationId, 6],
      [firstVariant, secondLocationId, 3],
    ],
  );
  const levelEvents = events.filter(({ topic }) => topic.startsWith("inventory_level/"));
  assert.deepEqual(levelEvents.map(({ adjustment, quantity }) => `${adjustment} ${quantity}`).toSorted(), [
    "DECREASE 6",
    "INCREASE 3",
    "SET 7",
  ]);
  assert.deepEqual(events.filter(({ topic }) => topic === "product/update").length, 1);
  assert.ok(events.every(({ context }) => context === "inventory_level/update"));
  assert.deepEqual(await fixture.loadLedger(secondVariant), [
    ["inventory_quantity", 7, 7, "stocktake", null],
  ]);
  assert.deepEqual((await fixture.loadLedger(firstVariant)).slice(1), [
    ["inventory_quantity", -4, 6, "adjust", "POS-1"],
    ["inventory_quantity", 3, 3, "adjust", null],
  ]);
  await assertStockIsConsistent();
});

test("stock batch lines for one level apply in order and publish one event with the final state", async () => {
  const [variant = 0] = await fixture.createVariants(1);
  const level = { variant_id: variant, location_id: primaryLocationId };
  const events = await fixture.captureEvents(async () => {
    const levels = await fixture.changeLevels([
      { ...level, adjustment_quantity: 5 },
      { ...level, quantity: 20, expected_quantity: 5 },
      { ...level, adjustment_quantity: -20, expected_quantity: 20 },
      { ...level, adjustment_quantity: 2 },
    ]);
    assert.deepEqual(
      levels.map(({ inventory_quantity }) => inventory_quantity),
      [2],
    );
  });
  assert.deepEqual(
    (await fixture.loadLedger(variant)).map(([, change, result, reason]) => [change, result, reason]),
    [
      [5, 5, "adjust"],
      [15, 20, "set"],
      [-20, 0, "adjust"],
      [2, 2, "adjust"],
    ],
  );
  assert.deepEqual(
    events.map(({ topic, adjustment }) => adjustment ?? topic),
    ["SET", "product/update"],
  );
  const unchangedEvents = await fixture.captureEvents(() =>
    fixture.changeLevels([{ ...level, quantity: 2 }]),
  );
  assert.deepEqual(unchangedEvents, []);
  await assertStockIsConsistent();
});

test("a stock batch with invalid lines changes nothing and reports every invalid line", async () => {
  const [stockedVariant = 0, otherVariant = 0] = await fixture.createVariants(2);
  const inactiveLocation = await fixture.createInactiveLocation();
  await fixture.setLevel({ variant_id: stockedVariant, location_id: primaryLocationId, quantity: 3 });
  const validLine = { variant_id: otherVariant, location_id: primaryLocationId, quantity: 9 };
  const shapeError = await expectApiError(
    fixture.changeLevels([
      validLine,
      { variant_id: otherVariant, location_id: secondLocationId },
      { ...validLine, adjustment_quantity: 1 },
    ]),
  );
  assert.deepEqual(getErrorPaths(shapeError), [
    "inventory_levels.1.quantity",
    "inventory_levels.2.adjustment_quantity",
  ]);
  const events = await fixture.captureEvents(async () => {
    const error = await expectApiError(
      fixture.changeLevels([
        validLine,
        { variant_id: 99_999_999, location_id: 99_999_999, quantity: 1 },
        { variant_id: stockedVariant, location_id: primaryLocationId, adjustment_quantity: -2 },
        { variant_id: stockedVariant, location_id: primaryLocationId, adjustment_quantity: -2 },
        { variant_id: stockedVariant, location_id: inactiveLocation, adjustment_quantity: 1 },
      ]),
    );
    assert.equal(error.code, "invalid");
    assert.deepEqual(getErrorPaths(error), [
      "inventory_levels.1.variant_id",
      "inventory_levels.1.location_id",
      "inventory_levels.3.adjustment_quantity",
      "inventory_levels.4.location_id",
    ]);
  });
  assert.deepEqual(events, []);
  assert.equal(await fixture.loadQuantity(stockedVariant, primaryLocationId), 3);
  assert.equal(await fixture.loadQuantity(otherVariant, primaryLocationId), null);
});

test("a wrong expected_quantity rejects the whole stock batch and returns the current level", async () => {
  const [firstVariant = 0, secondVariant = 0] = await fixture.createVariants(2);
  const level = await fixture.setLevel({
    variant_id: firstVariant,
    location_id: primaryLocationId,
    quantity: 4,
  });
  const conflict = await expectApiError(
    fixture.changeLevels([
      { variant_id: secondVariant, location_id: primaryLocationId, quantity: 1, expected_quantity: 2 },
      { variant_id: firstVariant, location_id: primaryLocationId, quantity: 1, expected_quantity: 4 },
      {
        variant_id: firstVariant,
        location_id: primaryLocationId,
        adjustment_quantity: 1,
        expected_quantity: 4,
      },
    ]),
  );
  assert.equal(conflict.code, "conflict");
  assert.deepEqual(getErrorPaths(conflict), [
    "inventory_levels.0.expected_quantity",
    "inventory_levels.2.expected_quantity",
  ]);
  assert.deepEqual(conflict.details.current, [null, level]);
  assert.equal(await fixture.loadQuantity(firstVariant, primaryLocationId), 4);
});

test("a stock batch with another store's variant or location is rejected", async () => {
  const otherFixture = await createStockFixture(db.database, "other");
  const [otherStoreVariant = 0] = await otherFixture.createVariants(1);
  const [ownVariant = 0] = await fixture.createVariants(1);
  const error = await expectApiError(
    fixture.changeLevels([
      { variant_id: otherStoreVariant, location_id: primaryLocationId, quantity: 1 },
      { variant_id: ownVariant, location_id: otherFixture.seededStore.primaryLocationId, quantity: 1 },
    ]),
  );
  assert.deepEqual(getErrorPaths(error), ["inventory_levels.0.variant_id", "inventory_levels.1.location_id"]);
});

test("a stock batch of 500 lines publishes an event for each level and one for the product", async () => {
  const variants = await fixture.createVariants(250);
  const lines = variants.flatMap((variant_id) =>
    [primaryLocationId, secondLocationId].map((location_id) => ({
      variant_id,
      location_id,
      adjustment_quantity: 2,
    })),
  );
  await fixture.changeLevels(lines);
  const events = await fixture.captureEvents(() => fixture.changeLevels(lines.toReversed()));
  assert.equal(events.filter(({ topic }) => topic.startsWith("inventory_level/")).length, 500);
  assert.equal(events.filter(({ topic }) => topic === "product/update").length, 1);
  await assertStockIsConsistent();
});

const changeCount = chooseForRun({ inTests: 500, inProof: 10_000 });

test("P36: no change is lost if 64 clients change levels one by one and in batches", async () => {
  const variants = await fixture.createVariants(4, "continue");
  const levelKeys = variants.flatMap((variant_id) =>
    [primaryLocationId, secondLocationId].map((location_id) => ({ variant_id, location_id })),
  );
  let startedCount = 0;
  let expectedSum = 0;
  let expectedEventCount = 0;
  const adjustOneLevel = async (n: number, change: number): Promise<void> => {
    const levelKey = levelKeys[n % levelKeys.length] ?? assert.fail();
    expectedSum += change;
    expectedEventCount++;
    await fixture.adjustLevel({ ...levelKey, adjustment_quantity: change });
  };
  const adjustAllLevels = async (n: number, change: number): Promise<void> => {
    expectedSum += change * levelKeys.length;
    expectedEventCount += levelKeys.length;
    const lines = levelKeys.map((levelKey) => ({ ...levelKey, adjustment_quantity: change }));
    await fixture.changeLevels(n % 2 === 0 ? lines : lines.toReversed());
  };
  const runClient = async (): Promise<void> => {
    while (startedCount < changeCount) {
      const n = startedCount++;
      // The changes are from -2 to 3 and from -3 to 4, without 0.
      await (n % 3 === 0 ? adjustAllLevels(n, (n % 5) - 2 || 3) : adjustOneLevel(n, (n % 7) - 3 || 4));
    }
  };
  const events = await fixture.captureEvents(() => Promise.all(Array.from({ length: 64 }, runClient)));
  const row = await db.database.one<{ sum: number }>(
    "select sum(inventory_quantity)::bigint as sum from variants where store_id = $1 and id = any($2)",
    [fixture.seededStore.store.id, variants],
  );
  assert.equal(row.sum, expectedSum);
  assert.equal(events.filter(({ topic }) => topic.startsWith("inventory_level/")).length, expectedEventCount);
  await assertStockIsConsistent();
});
