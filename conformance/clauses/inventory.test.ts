import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { installApp } from "../installing.ts";
import { createMerchant, type Person } from "../people.ts";
import {
  adjustStock,
  type Level,
  type Location,
  loadLevels,
  loadVariant,
  type Product,
  readQuantity,
  setStock,
} from "../stock.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import type { StoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let partner: Person;
let api: StoreApi;
let takeVariant: StockedApp["takeVariant"];
let primaryLocationId: number;
let otherLocationId: number;

before(async () => {
  fixture = await createConformanceFixture();
  const stockedApp = await installStockedApp(fixture, "inventory");
  partner = stockedApp.partner;
  api = stockedApp.installedApp.api;
  takeVariant = stockedApp.takeVariant;
  primaryLocationId = stockedApp.primaryLocationId;
  otherLocationId = stockedApp.otherLocationIds[0] ?? assert.fail("the store has only one location");
});
after(() => fixture.close());

async function listLevels(query: string): Promise<Level[]> {
  const response = await api.get(`/4.0/inventory_levels.json?limit=250&${query}`);
  return assertOk<{ inventory_levels: Level[] }>(response).inventory_levels;
}

test("INV-1: a variant has one level per stocked location, with four quantities", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primaryLocationId, quantity: 4 });
  await setStock(api, id, { location_id: otherLocationId, quantity: 6 });
  const levels = await loadLevels(api, id);
  const locationIds = levels.map(({ location_id }) => location_id);
  assert.equal(new Set(locationIds).size, locationIds.length, "two levels at one location");
  assert.ok(locationIds.includes(primaryLocationId) && locationIds.includes(otherLocationId));
  for (const level of levels) {
    assert.equal(level.variant_id, id);
    for (const name of [
      "inventory_quantity",
      "committed_inventory_quantity",
      "incoming_inventory_quantity",
      "reserved_inventory_quantity",
    ] as const)
      assert.ok(Number.isInteger(level[name]), name);
  }
});

test("INV-2: a variant's inventory_quantity always equals the sum of its levels", async () => {
  const variant = takeVariant();
  const assertTotals = async (): Promise<void> => {
    const sum = (await loadLevels(api, variant.id)).reduce(
      (total, level) => total + level.inventory_quantity,
      0,
    );
    assert.equal((await loadVariant(api, variant)).inventory_quantity, sum);
    const { product } = assertOk<{ product: Product }>(
      await api.get(`/3.0/products/${variant.product_id}.json`),
    );
    assert.equal(product.variants.find(({ id }) => id === variant.id)?.inventory_quantity, sum);
    assert.equal(
      product.total_quantity,
      product.variants.reduce((total, { inventory_quantity }) => total + inventory_quantity, 0),
    );
  };
  await assertTotals();
  await setStock(api, variant.id, { location_id: primaryLocationId, quantity: 11 });
  await setStock(api, variant.id, { location_id: otherLocationId, quantity: 7 });
  await assertTotals();
  await adjustStock(api, variant.id, { location_id: otherLocationId, change: -3 });
  await adjustStock(api, variant.id, { location_id: primaryLocationId, change: 5 });
  await assertTotals();
});

test("INV-6: inventory levels are filtered by variant_ids, location_ids or both", async () => {
  const variantIds = [takeVariant().id, takeVariant().id];
  for (const id of variantIds) {
    await setStock(api, id, { location_id: primaryLocationId, quantity: 2 });
    await setStock(api, id, { location_id: otherLocationId, quantity: 3 });
  }
  const formatPairs = (levels: Level[]): string[] =>
    levels.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`).sort();
  const levelsOfBothVariants = await listLevels(`variant_ids=${variantIds.join()}`);
  assert.deepEqual(new Set(levelsOfBothVariants.map(({ variant_id }) => variant_id)), new Set(variantIds));
  const levelsAtOtherLocation = await listLevels(`location_ids=${otherLocationId}`);
  assert.ok(
    levelsAtOtherLocation.length >= 2 &&
      levelsAtOtherLocation.every(({ location_id }) => location_id === otherLocationId),
  );
  assert.deepEqual(
    formatPairs(await listLevels(`variant_ids=${variantIds.join()}&location_ids=${otherLocationId}`)),
    variantIds.map((id) => `${id} ${otherLocationId}`).sort(),
  );
});

test("INV-6: listing or counting levels with neither variant_ids nor location_ids is rejected", async () => {
  for (const path of ["inventory_levels.json", "inventory_levels/count.json"])
    for (const query of ["", "?limit=5", "?variant_ids=", "?ids=1", "?variant_ids=&location_ids="]) {
      const response = await api.get(`/4.0/${path}${query}`);
      const { fields = [] } = assertRejected(response, 422, "invalid");
      const paths = new Set(fields.map(({ path }) => path));
      assert.deepEqual(paths, new Set(["variant_ids", "location_ids"]), `${path}${query}`);
    }
  for (const invalidIds of ["abc", "1;2", "-1", "1.5"])
    assertInvalidFields(await api.get(`/4.0/inventory_levels.json?variant_ids=${invalidIds}`), "variant_ids");
});

test("INV-7: set.json sets the quantity to exactly the sent value", async () => {
  const { id } = takeVariant();
  for (const quantity of [9, 2, 2, 0, 31]) {
    const level = await setStock(api, id, { location_id: primaryLocationId, quantity });
    assert.deepEqual(
      [level.variant_id, level.location_id, level.inventory_quantity],
      [id, primaryLocationId, quantity],
    );
    assert.equal(await readQuantity(api, id, primaryLocationId), quantity);
  }
});

test("INV-7: set.json with a wrong expected_quantity fails and returns the current level", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primaryLocationId, quantity: 5 });
  const setIfExpected = (expected_quantity: number, quantity: number) =>
    api.put("/4.0/inventory_levels/set.json", {
      variant_id: id,
      location_id: primaryLocationId,
      quantity,
      expected_quantity,
    });
  const staleResponse = await setIfExpected(4, 8);
  assertRejected(staleResponse, 409, "conflict");
  const { current } = staleResponse.json<{ error: { current: Level } }>().error;
  assert.equal(current.inventory_quantity, 5);
  assertOk(await setIfExpected(5, 8));
  const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => setIfExpected(8, 100 + index)));
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  assert.ok((await readQuantity(api, id, primaryLocationId)) >= 100);
});

test("INV-8: adjust.json adds a positive or negative quantity", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primaryLocationId, quantity: 10 });
  assert.equal(
    (await adjustStock(api, id, { location_id: primaryLocationId, change: 5 })).inventory_quantity,
    15,
  );
  assert.equal(
    (await adjustStock(api, id, { location_id: primaryLocationId, change: -12 })).inventory_quantity,
    3,
  );
  assert.equal(await readQuantity(api, id, primaryLocationId), 3);
});

test("INV-8: a stock adjustment by 0 or an invalid value is rejected", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primaryLocationId, quantity: 10 });
  const adjust = (adjustment_quantity: unknown) =>
    api.put("/4.0/inventory_levels/adjust.json", {
      variant_id: id,
      location_id: primaryLocationId,
      adjustment_quantity,
    });
  for (const invalidQuantity of [0, -0, "5", 1.5, null, 1e12])
    assertInvalidFields(await adjust(invalidQuantity), "adjustment_quantity");
  assert.equal(await readQuantity(api, id, primaryLocationId), 10);
});

test("INV-8: concurrent stock adjustments lose no update", async () => {
  const variant = takeVariant();
  await setStock(api, variant.id, { location_id: primaryLocationId, quantity: 100 });
  await setStock(api, variant.id, { location_id: otherLocationId, quantity: 100 });
  const changes = Array.from({ length: 48 }, (_, index) => ({
    location_id: index % 2 === 0 ? primaryLocationId : otherLocationId,
    change: index % 3 === 0 ? -2 : index + 1,
  }));
  await Promise.all(changes.map((change) => adjustStock(api, variant.id, change)));
  for (const locationId of [primaryLocationId, otherLocationId]) {
    const expectedQuantity = changes
      .filter(({ location_id }) => location_id === locationId)
      .reduce((total, { change }) => total + change, 100);
    assert.equal(await readQuantity(api, variant.id, locationId), expectedQuantity);
  }
  const totalChange = changes.reduce((sum, { change }) => sum + change, 0);
  const otherLevels = (await loadLevels(api, variant.id)).filter(
    ({ location_id }) => location_id !== primaryLocationId && location_id !== otherLocationId,
  );
  const quantityElsewhere = otherLevels.reduce((sum, level) => sum + level.inventory_quantity, 0);
  assert.equal((await loadVariant(api, variant)).inventory_quantity, 200 + totalChange + quantityElsewhere);
});

test("INV-8: concurrent adjustments never take the stock of a variant with policy `deny` below 0", async () => {
  const variant = takeVariant(({ inventory_policy }) => inventory_policy === "deny");
  await setStock(api, variant.id, { location_id: primaryLocationId, quantity: 6 });
  const body = { variant_id: variant.id, location_id: primaryLocationId, adjustment_quantity: -1 };
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => api.put("/4.0/inventory_levels/adjust.json", body)),
  );
  assert.equal(responses.filter(({ status }) => status === 200).length, 6);
  for (const response of responses.filter(({ status }) => status !== 200))
    assertInvalidFields(response, "adjustment_quantity");
  assert.equal(await readQuantity(api, variant.id, primaryLocationId), 0);
});

// Covers the part of INV-5 that concerns the API. Whether the storefront respects reservations can be tested only when there is a storefront.
test("INV-1: reserving units does not change a level's available quantity", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primaryLocationId, quantity: 10 });
  const reserve = (reserved_quantity: unknown) =>
    api.put("/4.0/inventory_levels/reserve.json", {
      variant_id: id,
      location_id: primaryLocationId,
      reserved_quantity,
    });
  for (const quantity of [3, 12, 0, 0, 4]) {
    const { inventory_level } = assertOk<{ inventory_level: Level }>(await reserve(quantity));
    assert.deepEqual(
      [inventory_level.inventory_quantity, inventory_level.reserved_inventory_quantity],
      [10, quantity],
    );
  }
  const level = (await loadLevels(api, id)).find(({ location_id }) => location_id === primaryLocationId);
  assert.equal(level?.reserved_inventory_quantity, 4);
  for (const invalidQuantity of [-1, 1.5, "3", null])
    assertInvalidFields(await reserve(invalidQuantity), "reserved_quantity");
  const path = `/4.0/inventory_movements.json?variant_ids=${id}&field=reserved_inventory_quantity&sort=created_at.asc`;
  const { inventory_movements } = assertOk<{ inventory_movements: { change: number }[] }>(
    await api.get(path),
  );
  assert.deepEqual(
    inventory_movements.map(({ change }) => change),
    [3, 9, -12, 4],
  );
});

test("INV-9: exactly one of the listed locations is primary", async () => {
  const response = await api.get("/3.0/locations.json");
  const { locations } = assertOk<{ locations: Location[] }>(response);
  assert.equal(locations.filter(({ is_primary }) => is_primary === true).length, 1);
  for (const location of locations) {
    assert.equal(location.location_id, location.id);
    assert.equal(typeof location.is_primary, "boolean");
    const { location: locationById } = assertOk<{ location: Location }>(
      await api.get(`/3.0/locations/${location.id}.json`),
    );
    assert.deepEqual(locationById, location);
  }
});

test("INV-9: a new store has one location, which is primary", async () => {
  const app = await registerApp(fixture, partner);
  const newInstallation = await installApp(fixture, await createMerchant(fixture), {
    app,
    scopes: ["read_shipping"],
  });
  const { locations } = assertOk<{ locations: Location[] }>(
    await newInstallation.api.get("/3.0/locations.json"),
  );
  assert.deepEqual(
    locations.map(({ is_primary }) => is_primary),
    [true],
  );
});
