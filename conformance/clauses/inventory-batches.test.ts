import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Level, readQuantity, setStock } from "../stock.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import type { StoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let api: StoreApi;
let takeVariant: StockedApp["takeVariant"];
let primary: number;
let second: number;

before(async () => {
  fixture = await createConformanceFixture();
  const app = await installStockedApp(fixture, "batches");
  api = app.installed.api;
  takeVariant = app.takeVariant;
  primary = app.primary;
  second = app.others[0] ?? assert.fail("the store has only one location");
});
after(() => fixture.close());

test("INV-7: a batch sets and adjusts many levels, or none", async () => {
  const [a, b] = [takeVariant(), takeVariant()];
  await setStock(api, a.id, { location_id: primary, quantity: 10 });
  await setStock(api, b.id, { location_id: second, quantity: 1 });
  const batch = (inventory_levels: object[]) =>
    api.post("/4.0/inventory_levels/batch.json", { inventory_levels });
  const lines = [
    { variant_id: a.id, location_id: primary, adjustment_quantity: -4 },
    { variant_id: b.id, location_id: second, quantity: 20, expected_quantity: 1 },
    { variant_id: a.id, location_id: primary, quantity: 8, expected_quantity: 6 },
  ];
  const answer = assertDone<{ inventory_levels: Level[] }>(await batch(lines));
  assert.deepEqual(
    answer.inventory_levels.map(({ variant_id, inventory_quantity }) => [variant_id, inventory_quantity]),
    [
      [a.id, 8],
      [b.id, 20],
    ],
  );
  assertNamesFields(
    await batch([
      { variant_id: a.id, location_id: primary, quantity: 1 },
      { variant_id: a.id, location_id: primary, adjustment_quantity: 0 },
      { variant_id: b.id, location_id: second, quantity: -1 },
    ]),
    "inventory_levels.1.adjustment_quantity",
    "inventory_levels.2.quantity",
  );
  const stale = await batch([
    { variant_id: a.id, location_id: primary, quantity: 1 },
    { variant_id: b.id, location_id: second, quantity: 2, expected_quantity: 19 },
  ]);
  const { fields = [] } = assertRejected(stale, 409, "conflict");
  assert.deepEqual(
    fields.map(({ path }) => path),
    ["inventory_levels.1.expected_quantity"],
  );
  assert.equal(await readQuantity(api, a.id, primary), 8);
  assert.equal(await readQuantity(api, b.id, second), 20);
});

test("INV-8: under concurrency no line of a batch is lost, whatever their order", async () => {
  const taken = [takeVariant(), takeVariant(), takeVariant()];
  for (const { id } of taken) await setStock(api, id, { location_id: primary, quantity: 100 });
  const lines = taken.map(({ id }) => ({ variant_id: id, location_id: primary, adjustment_quantity: 1 }));
  const calls = Array.from({ length: 16 }, (_, index) => [
    api.post("/4.0/inventory_levels/batch.json", {
      inventory_levels: index % 2 === 0 ? lines : lines.toReversed(),
    }),
    api.put("/4.0/inventory_levels/adjust.json", lines[index % lines.length]),
  ]);
  for (const answer of await Promise.all(calls.flat())) assertDone(answer);
  let sum = 0;
  for (const { id } of taken) sum += await readQuantity(api, id, primary);
  assert.equal(sum, 300 + 16 * 3 + 16);
});
