import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import {
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  seedCatalog,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";
import { Check } from "typebox/value";

let db: TestDatabase;
let api: InProcessApi;
let seededStore: TestStore;
let variants: number[];

interface LevelPage {
  inventory_levels: { id: number; variant_id: number; location_id: number; inventory_quantity: number }[];
  total_count: number;
  page_count: number;
  page: number;
}

before(async () => {
  db = await createTestDatabase();
  api = createInProcessApi(db.database);
  seededStore = await createTestStore(db.database);
  await seedCatalog(db.database, seededStore.store.id, 6);
  const rows = await db.database.many<{ id: number }>("select id from variants order by id");
  variants = rows.map(({ id }) => id);
});
after(() => db.stop());

const listLevels = (query: string) =>
  api.json<LevelPage>(operations.listInventoryLevels, seededStore.store, { query });

test("INV-6: a list of levels with neither variant_ids nor location_ids is rejected", async () => {
  for (const operation of [operations.listInventoryLevels, operations.countInventoryLevels]) {
    await assert.rejects(api.text(operation, seededStore.store, { query: "page=1" }), (error) => {
      assert.ok(error instanceof ApiError && error.code === "invalid");
      assert.deepEqual(
        error.details.fields?.map(({ path }) => path),
        ["variant_ids", "location_ids"],
      );
      return true;
    });
  }
});

test("INV-1: inventory levels can be filtered by variant, by location or by both", async () => {
  const pageByVariant = await listLevels(`variant_ids=${variants[0]},${variants[1]}`);
  assert.ok(Check(operations.listInventoryLevels.response, pageByVariant));
  assert.equal(pageByVariant.total_count, 4);
  const pageByLocation = await listLevels(`location_ids=${seededStore.secondLocationId}&limit=250`);
  assert.equal(pageByLocation.total_count, variants.length);
  assert.ok(
    pageByLocation.inventory_levels.every(({ location_id }) => location_id === seededStore.secondLocationId),
  );
  const pageByBoth = await listLevels(
    `variant_ids=${variants[0]}&location_ids=${seededStore.primaryLocationId}`,
  );
  assert.deepEqual(
    pageByBoth.inventory_levels.map(({ variant_id, location_id }) => [variant_id, location_id]),
    [[variants[0], seededStore.primaryLocationId]],
  );
  const { count } = await api.json<{ count: number }>(operations.countInventoryLevels, seededStore.store, {
    query: `variant_ids=${variants[0]}`,
  });
  assert.equal(count, 2);
  assert.equal((await listLevels("variant_ids=99999999")).total_count, 0);
});

test("pages of levels contain each level once, sorted by id", async () => {
  const query = `location_ids=${seededStore.primaryLocationId},${seededStore.secondLocationId}&limit=5`;
  const pages = [1, 2, 3, 4].map((page) => listLevels(`${query}&page=${page}`));
  const ids = (await Promise.all(pages)).flatMap((page) => page.inventory_levels.map(({ id }) => id));
  assert.equal(new Set(ids).size, variants.length * 2);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
});

test("a page number past the end of the levels returns the last page", async () => {
  const query = `location_ids=${seededStore.primaryLocationId},${seededStore.secondLocationId}&limit=5`;
  const afterLastPage = await listLevels(`${query}&page=99`);
  assert.deepEqual([afterLastPage.page, afterLastPage.page_count], [4, 4]);
});

test("another store's levels and locations are not found", async () => {
  const otherStore = await createTestStore(db.database, { handle: "other" });
  const query = `variant_ids=${variants.join(",")}&location_ids=${seededStore.primaryLocationId}`;
  const response = await api.json<LevelPage>(operations.listInventoryLevels, otherStore.store, { query });
  assert.equal(response.total_count, 0);
  const locationResponse = api.text(operations.getLocation, otherStore.store, {
    params: { id: seededStore.primaryLocationId },
  });
  await assert.rejects(locationResponse, (error) => error instanceof ApiError && error.code === "not_found");
});

test("INV-9: locations can be listed, counted and read, and exactly one of them is primary", async () => {
  interface LocationPage {
    locations: { id: number; location_id: number; is_primary: boolean }[];
    total_count: number;
  }
  const list = await api.json<LocationPage>(operations.listLocations, seededStore.store);
  assert.ok(Check(operations.listLocations.response, list));
  assert.equal(list.locations.filter(({ is_primary }) => is_primary).length, 1);
  const { count } = await api.json<{ count: number }>(operations.countLocations, seededStore.store);
  assert.equal(count, list.total_count);
  const locationResponse = await api.json<{ location: Record<string, unknown> }>(
    operations.getLocation,
    seededStore.store,
    {
      params: { id: seededStore.secondLocationId },
      query: "fields=code",
    },
  );
  assert.deepEqual(locationResponse.location, { id: seededStore.secondLocationId, code: "second" });
  const pageFromSecond = await api.json<LocationPage>(operations.listLocations, seededStore.store, {
    query: `since_id=${seededStore.secondLocationId}`,
  });
  assert.deepEqual(
    pageFromSecond.locations.map(({ id }) => id),
    [seededStore.secondLocationId],
  );
});
