import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations, Refusal } from "@souk/contract";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { Check } from "typebox/value";
import { createPracticeApi, type PracticeApi } from "../../demo/practice-api.ts";
import { createPracticeShop, type PracticeShop } from "../../demo/practice-shop.ts";
import { seedCatalog } from "../../demo/seed-catalog.ts";

let db: TestDatabase;
let api: PracticeApi;
let shop: PracticeShop;
let variants: number[];

interface Levels {
  inventory_levels: { id: number; variant_id: number; location_id: number; inventory_quantity: number }[];
  total_count: number;
  page_count: number;
  page: number;
}

before(async () => {
  db = await testDatabase();
  api = createPracticeApi(db.database);
  shop = await createPracticeShop(db.database);
  await seedCatalog(db.database, shop.store.id, 6);
  const { rows } = await db.database.query<{ id: number }>("select id from variants order by id");
  variants = rows.map(({ id }) => id);
});
after(() => db.stop());

const levels = (query: string) => api.json<Levels>(operations.listInventoryLevels, shop.store, { query });

test("INV-6: levels need variant_ids or location_ids; with neither both are named", async () => {
  for (const operation of [operations.listInventoryLevels, operations.countInventoryLevels]) {
    await assert.rejects(api.text(operation, shop.store, { query: "page=1" }), (error) => {
      assert.ok(error instanceof Refusal && error.code === "invalid");
      assert.deepEqual(
        error.details.fields?.map(({ path }) => path),
        ["variant_ids", "location_ids"],
      );
      return true;
    });
  }
});

test("INV-1: one level a variant and location, as the contract says, by either filter or both", async () => {
  const byVariant = await levels(`variant_ids=${variants[0]},${variants[1]}`);
  assert.ok(Check(operations.listInventoryLevels.answer, byVariant));
  assert.equal(byVariant.total_count, 4);
  const byLocation = await levels(`location_ids=${shop.second}&limit=250`);
  assert.equal(byLocation.total_count, variants.length);
  assert.ok(byLocation.inventory_levels.every(({ location_id }) => location_id === shop.second));
  const both = await levels(`variant_ids=${variants[0]}&location_ids=${shop.primary}`);
  assert.deepEqual(
    both.inventory_levels.map(({ variant_id, location_id }) => [variant_id, location_id]),
    [[variants[0], shop.primary]],
  );
  const { count } = await api.json<{ count: number }>(operations.countInventoryLevels, shop.store, {
    query: `variant_ids=${variants[0]}`,
  });
  assert.equal(count, 2);
  assert.equal((await levels("variant_ids=99999999")).total_count, 0);
});

test("levels are paged by id, and a page past the last is the last", async () => {
  const query = `location_ids=${shop.primary},${shop.second}&limit=5`;
  const pages = [1, 2, 3, 4].map((page) => levels(`${query}&page=${page}`));
  const ids = (await Promise.all(pages)).flatMap((page) => page.inventory_levels.map(({ id }) => id));
  assert.equal(new Set(ids).size, variants.length * 2);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  const past = await levels(`${query}&page=99`);
  assert.deepEqual([past.page, past.page_count], [4, 4]);
});

test("another store's levels and locations are not there", async () => {
  const other = await createPracticeShop(db.database, { handle: "other" });
  const query = `variant_ids=${variants.join(",")}&location_ids=${shop.primary}`;
  const answer = await api.json<Levels>(operations.listInventoryLevels, other.store, { query });
  assert.equal(answer.total_count, 0);
  const foreign = api.text(operations.getLocation, other.store, { params: { id: shop.primary } });
  await assert.rejects(foreign, (error) => error instanceof Refusal && error.code === "not_found");
});

test("INV-9: locations are listed, counted and read; exactly one is primary", async () => {
  interface Locations {
    locations: { id: number; location_id: number; is_primary: boolean }[];
    total_count: number;
  }
  const list = await api.json<Locations>(operations.listLocations, shop.store);
  assert.ok(Check(operations.listLocations.answer, list));
  assert.equal(list.locations.filter(({ is_primary }) => is_primary).length, 1);
  const { count } = await api.json<{ count: number }>(operations.countLocations, shop.store);
  assert.equal(count, list.total_count);
  const one = await api.json<{ location: Record<string, unknown> }>(operations.getLocation, shop.store, {
    params: { id: shop.second },
    query: "fields=code",
  });
  assert.deepEqual(one.location, { id: shop.second, code: "second" });
  const from = await api.json<Locations>(operations.listLocations, shop.store, {
    query: `since_id=${shop.second}`,
  });
  assert.deepEqual(
    from.locations.map(({ id }) => id),
    [shop.second],
  );
});
