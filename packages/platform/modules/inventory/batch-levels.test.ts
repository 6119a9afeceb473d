import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { proofSize, type TestDatabase, testDatabase } from "@souk/testkit";
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
let primary: number;
let second: number;

before(async () => {
  db = await testDatabase({ maxConnections: 32 });
  fixture = await createStockFixture(db.database);
  ({ primary, second } = fixture.seededStore);
});
after(() => db.stop());

const sound = async () => assert.deepEqual(await verifyStock(db.database, fixture.seededStore.store.id), []);

test("a batch changes many levels, opens missing ones, and publishes each once", async () => {
  const [a = 0, b = 0] = await fixture.newVariants(2);
  await fixture.set({ variant_id: a, location_id: primary, quantity: 10 });
  const lines = [
    { variant_id: b, location_id: second, quantity: 7, reason: "stocktake" },
    { variant_id: a, location_id: primary, adjustment_quantity: -4, reference: "POS-1" },
    { variant_id: a, location_id: second, adjustment_quantity: 3 },
  ];
  let answer: unknown;
  const events = await fixture.captureEvents(async () => {
    const request = { body: { inventory_levels: lines } };
    answer = await fixture.api.json(operations.changeInventoryLevels, fixture.seededStore.store, request);
  });
  assert.ok(Check(operations.changeInventoryLevels.response, answer));
  assert.deepEqual(
    answer.inventory_levels.map((level) => [level.variant_id, level.location_id, level.inventory_quantity]),
    [
      [b, second, 7],
      [a, primary, 6],
      [a, second, 3],
    ],
  );
  const level = events.filter(({ topic }) => topic.startsWith("inventory_level/"));
  assert.deepEqual(level.map(({ adjustment, quantity }) => `${adjustment} ${quantity}`).toSorted(), [
    "DECREASE 6",
    "INCREASE 3",
    "SET 7",
  ]);
  assert.deepEqual(events.filter(({ topic }) => topic === "product/update").length, 1);
  assert.ok(events.every(({ context }) => context === "inventory_level/update"));
  assert.deepEqual(await fixture.loadLedger(b), [["inventory_quantity", 7, 7, "stocktake", null]]);
  assert.deepEqual((await fixture.loadLedger(a)).slice(1), [
    ["inventory_quantity", -4, 6, "adjust", "POS-1"],
    ["inventory_quantity", 3, 3, "adjust", null],
  ]);
  await sound();
});

test("lines of one level run in order, and its final state is published once", async () => {
  const [variant = 0] = await fixture.newVariants(1);
  const at = { variant_id: variant, location_id: primary };
  const events = await fixture.captureEvents(async () => {
    const levels = await fixture.batch([
      { ...at, adjustment_quantity: 5 },
      { ...at, quantity: 20, expected_quantity: 5 },
      { ...at, adjustment_quantity: -20, expected_quantity: 20 },
      { ...at, adjustment_quantity: 2 },
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
  const nothing = await fixture.captureEvents(() => fixture.batch([{ ...at, quantity: 2 }]));
  assert.deepEqual(nothing, []);
  await sound();
});

test("a batch with a wrong line changes nothing, and every wrong line is named", async () => {
  const [poor = 0, other = 0] = await fixture.newVariants(2);
  const closed = await fixture.closeLocation();
  await fixture.set({ variant_id: poor, location_id: primary, quantity: 3 });
  const good = { variant_id: other, location_id: primary, quantity: 9 };
  const shapes = await expectApiError(
    fixture.batch([good, { variant_id: other, location_id: second }, { ...good, adjustment_quantity: 1 }]),
  );
  assert.deepEqual(getErrorPaths(shapes), [
    "inventory_levels.1.quantity",
    "inventory_levels.2.adjustment_quantity",
  ]);
  const events = await fixture.captureEvents(async () => {
    const error = await expectApiError(
      fixture.batch([
        good,
        { variant_id: 99_999_999, location_id: 99_999_999, quantity: 1 },
        { variant_id: poor, location_id: primary, adjustment_quantity: -2 },
        { variant_id: poor, location_id: primary, adjustment_quantity: -2 },
        { variant_id: poor, location_id: closed, adjustment_quantity: 1 },
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
  assert.equal(await fixture.quantityAt(poor, primary), 3);
  assert.equal(await fixture.quantityAt(other, primary), null);
});

test("an unexpected quantity rejects the whole batch and shows the level", async () => {
  const [a = 0, b = 0] = await fixture.newVariants(2);
  const level = await fixture.set({ variant_id: a, location_id: primary, quantity: 4 });
  const stale = await expectApiError(
    fixture.batch([
      { variant_id: b, location_id: primary, quantity: 1, expected_quantity: 2 },
      { variant_id: a, location_id: primary, quantity: 1, expected_quantity: 4 },
      { variant_id: a, location_id: primary, adjustment_quantity: 1, expected_quantity: 4 },
    ]),
  );
  assert.equal(stale.code, "conflict");
  assert.deepEqual(getErrorPaths(stale), [
    "inventory_levels.0.expected_quantity",
    "inventory_levels.2.expected_quantity",
  ]);
  assert.deepEqual(stale.details.current, [null, level]);
  assert.equal(await fixture.quantityAt(a, primary), 4);
});

test("another store's variants and locations are unknown to a batch", async () => {
  const other = await createStockFixture(db.database, "other");
  const [theirs = 0] = await other.newVariants(1);
  const [ours = 0] = await fixture.newVariants(1);
  const error = await expectApiError(
    fixture.batch([
      { variant_id: theirs, location_id: primary, quantity: 1 },
      { variant_id: ours, location_id: other.seededStore.primary, quantity: 1 },
    ]),
  );
  assert.deepEqual(getErrorPaths(error), ["inventory_levels.0.variant_id", "inventory_levels.1.location_id"]);
});

test("a batch of 500 lines is done in a few statements", async () => {
  const variants = await fixture.newVariants(250);
  const lines = variants.flatMap((variant_id) =>
    [primary, second].map((location_id) => ({ variant_id, location_id, adjustment_quantity: 2 })),
  );
  await fixture.batch(lines);
  const events = await fixture.captureEvents(() => fixture.batch(lines.toReversed()));
  assert.equal(events.filter(({ topic }) => topic.startsWith("inventory_level/")).length, 500);
  assert.equal(events.filter(({ topic }) => topic === "product/update").length, 1);
  await sound();
});

const rounds = proofSize({ ci: 500, full: 10_000 });

test("P36: 64 clients adjust the same levels singly and in batches; nothing is lost", async () => {
  const variants = await fixture.newVariants(4, "continue");
  const places = variants.flatMap((variant_id) =>
    [primary, second].map((location_id) => ({ variant_id, location_id })),
  );
  let sent = 0;
  let sum = 0;
  let changes = 0;
  const one = async (n: number, change: number): Promise<void> => {
    const place = places[n % places.length] ?? assert.fail();
    sum += change;
    changes++;
    await fixture.adjust({ ...place, adjustment_quantity: change });
  };
  const many = async (n: number, change: number): Promise<void> => {
    sum += change * places.length;
    changes += places.length;
    const lines = places.map((place) => ({ ...place, adjustment_quantity: change }));
    await fixture.batch(n % 2 === 0 ? lines : lines.toReversed());
  };
  const client = async (): Promise<void> => {
    while (sent < rounds) {
      const n = sent++;
      await (n % 3 === 0 ? many(n, (n % 5) - 2 || 3) : one(n, (n % 7) - 3 || 4));
    }
  };
  const events = await fixture.captureEvents(() => Promise.all(Array.from({ length: 64 }, client)));
  const row = await db.database.one<{ sum: number }>(
    "select sum(inventory_quantity)::bigint as sum from variants where store_id = $1 and id = any($2)",
    [fixture.seededStore.store.id, variants],
  );
  assert.equal(row.sum, sum);
  assert.equal(events.filter(({ topic }) => topic.startsWith("inventory_level/")).length, changes);
  await sound();
});
