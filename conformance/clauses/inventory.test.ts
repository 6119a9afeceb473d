import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { install } from "../installing.ts";
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
let primary: number;
let second: number;

before(async () => {
  fixture = await createConformanceFixture();
  const app = await installStockedApp(fixture, "inventory");
  partner = app.partner;
  api = app.installed.api;
  takeVariant = app.takeVariant;
  primary = app.primary;
  second = app.others[0] ?? assert.fail("the store has only one location");
});
after(() => fixture.close());

async function listed(query: string): Promise<Level[]> {
  const answer = await api.get(`/4.0/inventory_levels.json?limit=250&${query}`);
  return assertDone<{ inventory_levels: Level[] }>(answer).inventory_levels;
}

test("INV-1: each variant has one level per stocked location, with the four quantities", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primary, quantity: 4 });
  await setStock(api, id, { location_id: second, quantity: 6 });
  const levels = await loadLevels(api, id);
  const places = levels.map(({ location_id }) => location_id);
  assert.equal(new Set(places).size, places.length, "two levels at one place");
  assert.ok(places.includes(primary) && places.includes(second));
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

test("INV-2: a variant's inventory_quantity is the sum of its levels, whichever changes", async () => {
  const variant = takeVariant();
  const check = async (): Promise<void> => {
    const sum = (await loadLevels(api, variant.id)).reduce(
      (total, level) => total + level.inventory_quantity,
      0,
    );
    assert.equal((await loadVariant(api, variant)).inventory_quantity, sum);
    const { product } = assertDone<{ product: Product }>(
      await api.get(`/3.0/products/${variant.product_id}.json`),
    );
    assert.equal(product.variants.find(({ id }) => id === variant.id)?.inventory_quantity, sum);
    assert.equal(
      product.total_quantity,
      product.variants.reduce((total, each) => total + each.inventory_quantity, 0),
    );
  };
  await check();
  await setStock(api, variant.id, { location_id: primary, quantity: 11 });
  await setStock(api, variant.id, { location_id: second, quantity: 7 });
  await check();
  await adjustStock(api, variant.id, { location_id: second, change: -3 });
  await adjustStock(api, variant.id, { location_id: primary, change: 5 });
  await check();
});

test("INV-6: levels are asked for by variant_ids, location_ids or both", async () => {
  const [a, b] = [takeVariant(), takeVariant()];
  for (const { id } of [a, b]) {
    await setStock(api, id, { location_id: primary, quantity: 2 });
    await setStock(api, id, { location_id: second, quantity: 3 });
  }
  const pairs = (levels: Level[]): string[] =>
    levels.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`).sort();
  const ofBoth = await listed(`variant_ids=${a.id},${b.id}`);
  assert.deepEqual(new Set(ofBoth.map(({ variant_id }) => variant_id)), new Set([a.id, b.id]));
  const atSecond = await listed(`location_ids=${second}`);
  assert.ok(atSecond.length >= 2 && atSecond.every(({ location_id }) => location_id === second));
  assert.deepEqual(
    pairs(await listed(`variant_ids=${a.id},${b.id}&location_ids=${second}`)),
    [`${a.id} ${second}`, `${b.id} ${second}`].sort(),
  );
});

test("INV-6: the list and the count are rejected by name without either filter", async () => {
  for (const path of ["inventory_levels.json", "inventory_levels/count.json"])
    for (const query of ["", "?limit=5", "?variant_ids=", "?ids=1", "?variant_ids=&location_ids="]) {
      const answer = await api.get(`/4.0/${path}${query}`);
      const { fields = [] } = assertRejected(answer, 422, "invalid");
      const paths = new Set(fields.map(({ path }) => path));
      assert.deepEqual(paths, new Set(["variant_ids", "location_ids"]), `${path}${query}`);
    }
  for (const wrong of ["abc", "1;2", "-1", "1.5"])
    assertNamesFields(await api.get(`/4.0/inventory_levels.json?variant_ids=${wrong}`), "variant_ids");
});

test("INV-7: set makes the quantity exactly what is sent", async () => {
  const { id } = takeVariant();
  for (const quantity of [9, 2, 2, 0, 31]) {
    const level = await setStock(api, id, { location_id: primary, quantity });
    assert.deepEqual(
      [level.variant_id, level.location_id, level.inventory_quantity],
      [id, primary, quantity],
    );
    assert.equal(await readQuantity(api, id, primary), quantity);
  }
});

test("INV-7: expected_quantity makes set a compare-and-set; failure shows the current level", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primary, quantity: 5 });
  const set = (expected_quantity: number, quantity: number) =>
    api.put("/4.0/inventory_levels/set.json", {
      variant_id: id,
      location_id: primary,
      quantity,
      expected_quantity,
    });
  const stale = await set(4, 8);
  assertRejected(stale, 409, "conflict");
  const { current } = stale.json<{ error: { current: Level } }>().error;
  assert.equal(current.inventory_quantity, 5);
  assertDone(await set(5, 8));
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => set(8, 100 + index)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok((await readQuantity(api, id, primary)) >= 100);
});

test("INV-8: adjust adds what is sent, up or down", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primary, quantity: 10 });
  assert.equal((await adjustStock(api, id, { location_id: primary, change: 5 })).inventory_quantity, 15);
  assert.equal((await adjustStock(api, id, { location_id: primary, change: -12 })).inventory_quantity, 3);
  assert.equal(await readQuantity(api, id, primary), 3);
});

test("INV-8: an adjustment of 0 is rejected by name", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primary, quantity: 10 });
  const adjust = (adjustment_quantity: unknown) =>
    api.put("/4.0/inventory_levels/adjust.json", {
      variant_id: id,
      location_id: primary,
      adjustment_quantity,
    });
  for (const wrong of [0, -0, "5", 1.5, null, 1e12])
    assertNamesFields(await adjust(wrong), "adjustment_quantity");
  assert.equal(await readQuantity(api, id, primary), 10);
});

test("INV-8: under concurrency no adjustment is lost", async () => {
  const variant = takeVariant();
  await setStock(api, variant.id, { location_id: primary, quantity: 100 });
  await setStock(api, variant.id, { location_id: second, quantity: 100 });
  const changes = Array.from({ length: 48 }, (_, index) => ({
    location_id: index % 2 === 0 ? primary : second,
    change: index % 3 === 0 ? -2 : index + 1,
  }));
  await Promise.all(changes.map((change) => adjustStock(api, variant.id, change)));
  for (const place of [primary, second]) {
    const sum = changes
      .filter(({ location_id }) => location_id === place)
      .reduce((total, { change }) => total + change, 100);
    assert.equal(await readQuantity(api, variant.id, place), sum);
  }
  const total = changes.reduce((sum, { change }) => sum + change, 0);
  const others = (await loadLevels(api, variant.id)).filter(
    ({ location_id }) => location_id !== primary && location_id !== second,
  );
  const elsewhere = others.reduce((sum, level) => sum + level.inventory_quantity, 0);
  assert.equal((await loadVariant(api, variant)).inventory_quantity, 200 + total + elsewhere);
});

test("INV-8: stock that may not be sold below 0 is never taken there, however many try", async () => {
  const variant = takeVariant(({ inventory_policy }) => inventory_policy === "deny");
  await setStock(api, variant.id, { location_id: primary, quantity: 6 });
  const body = { variant_id: variant.id, location_id: primary, adjustment_quantity: -1 };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => api.put("/4.0/inventory_levels/adjust.json", body)),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 6);
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertNamesFields(answer, "adjustment_quantity");
  assert.equal(await readQuantity(api, variant.id, primary), 0);
});

// The API half of INV-5; that the storefront honors it is shown with the storefront.
test("INV-1: the level holds the reserved quantity beside an unchanged available quantity", async () => {
  const { id } = takeVariant();
  await setStock(api, id, { location_id: primary, quantity: 10 });
  const reserve = (reserved_quantity: unknown) =>
    api.put("/4.0/inventory_levels/reserve.json", {
      variant_id: id,
      location_id: primary,
      reserved_quantity,
    });
  for (const quantity of [3, 12, 0, 0, 4]) {
    const { inventory_level } = assertDone<{ inventory_level: Level }>(await reserve(quantity));
    assert.deepEqual(
      [inventory_level.inventory_quantity, inventory_level.reserved_inventory_quantity],
      [10, quantity],
    );
  }
  const level = (await loadLevels(api, id)).find(({ location_id }) => location_id === primary);
  assert.equal(level?.reserved_inventory_quantity, 4);
  for (const wrong of [-1, 1.5, "3", null]) assertNamesFields(await reserve(wrong), "reserved_quantity");
  const path = `/4.0/inventory_movements.json?variant_ids=${id}&field=reserved_inventory_quantity&sort=created_at.asc`;
  const { inventory_movements } = assertDone<{ inventory_movements: { change: number }[] }>(
    await api.get(path),
  );
  assert.deepEqual(
    inventory_movements.map(({ change }) => change),
    [3, 9, -12, 4],
  );
});

test("INV-9: locations are listed, exactly one of them primary", async () => {
  const answer = await api.get("/3.0/locations.json");
  const { locations } = assertDone<{ locations: Location[] }>(answer);
  assert.equal(locations.filter(({ is_primary }) => is_primary === true).length, 1);
  for (const each of locations) {
    assert.equal(each.location_id, each.id);
    assert.equal(typeof each.is_primary, "boolean");
    const alone = assertDone<{ location: Location }>(await api.get(`/3.0/locations/${each.id}.json`));
    assert.deepEqual(alone.location, each);
  }
});

test("INV-9: a new store has its primary location from the start", async () => {
  const app = await registerApp(fixture, partner);
  const fresh = await install(fixture, await createMerchant(fixture), { app, scopes: ["read_shipping"] });
  const { locations } = assertDone<{ locations: Location[] }>(await fresh.api.get("/3.0/locations.json"));
  assert.deepEqual(
    locations.map(({ is_primary }) => is_primary),
    [true],
  );
});
