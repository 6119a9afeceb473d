import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Level, readQuantity, setStock } from "../stock.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import type { StoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let api: StoreApi;
let takeVariant: StockedApp["takeVariant"];
let primaryLocationId: number;
let otherLocationId: number;

before(async () => {
  fixture = await createConformanceFixture();
  const stockedApp = await installStockedApp(fixture, "batches");
  api = stockedApp.installedApp.api;
  takeVariant = stockedApp.takeVariant;
  primaryLocationId = stockedApp.primaryLocationId;
  otherLocationId = stockedApp.otherLocationIds[0] ?? assert.fail("the store has only one location");
});
after(() => fixture.close());

test("INV-7: a stock batch sets and adjusts all its levels, or none if a line is invalid", async () => {
  const [firstVariant, secondVariant] = [takeVariant(), takeVariant()];
  await setStock(api, firstVariant.id, { location_id: primaryLocationId, quantity: 10 });
  await setStock(api, secondVariant.id, { location_id: otherLocationId, quantity: 1 });
  const postBatch = (inventory_levels: object[]) =>
    api.post("/4.0/inventory_levels/batch.json", { inventory_levels });
  const lines = [
    { variant_id: firstVariant.id, location_id: primaryLocationId, adjustment_quantity: -4 },
    { variant_id: secondVariant.id, location_id: otherLocationId, quantity: 20, expected_quantity: 1 },
    { variant_id: firstVariant.id, location_id: primaryLocationId, quantity: 8, expected_quantity: 6 },
  ];
  const { inventory_levels } = assertOk<{ inventory_levels: Level[] }>(await postBatch(lines));
  assert.deepEqual(
    inventory_levels.map(({ variant_id, inventory_quantity }) => [variant_id, inventory_quantity]),
    [
      [firstVariant.id, 8],
      [secondVariant.id, 20],
    ],
  );
  assertInvalidFields(
    await postBatch([
      { variant_id: firstVariant.id, location_id: primaryLocationId, quantity: 1 },
      { variant_id: firstVariant.id, location_id: primaryLocationId, adjustment_quantity: 0 },
      { variant_id: secondVariant.id, location_id: otherLocationId, quantity: -1 },
    ]),
    "inventory_levels.1.adjustment_quantity",
    "inventory_levels.2.quantity",
  );
  const staleBatch = await postBatch([
    { variant_id: firstVariant.id, location_id: primaryLocationId, quantity: 1 },
    { variant_id: secondVariant.id, location_id: otherLocationId, quantity: 2, expected_quantity: 19 },
  ]);
  const { fields = [] } = assertRejected(staleBatch, 409, "conflict");
  assert.deepEqual(
    fields.map(({ path }) => path),
    ["inventory_levels.1.expected_quantity"],
  );
  assert.equal(await readQuantity(api, firstVariant.id, primaryLocationId), 8);
  assert.equal(await readQuantity(api, secondVariant.id, otherLocationId), 20);
});

test("INV-8: concurrent stock batches with lines in different order lose no adjustment", async () => {
  const variants = [takeVariant(), takeVariant(), takeVariant()];
  for (const { id } of variants) await setStock(api, id, { location_id: primaryLocationId, quantity: 100 });
  const lines = variants.map(({ id }) => ({
    variant_id: id,
    location_id: primaryLocationId,
    adjustment_quantity: 1,
  }));
  const calls = Array.from({ length: 16 }, (_, index) => [
    api.post("/4.0/inventory_levels/batch.json", {
      inventory_levels: index % 2 === 0 ? lines : lines.toReversed(),
    }),
    api.put("/4.0/inventory_levels/adjust.json", lines[index % lines.length]),
  ]);
  for (const response of await Promise.all(calls.flat())) assertOk(response);
  let totalQuantity = 0;
  for (const { id } of variants) totalQuantity += await readQuantity(api, id, primaryLocationId);
  // 300 units before, 16 batches with 3 lines each, and 16 single adjustments.
  assert.equal(totalQuantity, 300 + 16 * 3 + 16);
});
