import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";

let testPlatform: TestPlatform;
let api: StoreApi;
let allIds: number[];

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
  const rows = await testPlatform.database.many<{ id: number }>(
    "select id from inventory_levels where store_id = $1 order by id",
    [api.store.id],
  );
  allIds = rows.map(({ id }) => id);
});

after(() => testPlatform.stop());

interface Levels {
  inventory_levels: { id: number }[];
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
  next_cursor: string | null;
}

async function listLevels(query: Record<string, string | number>): Promise<Levels> {
  const location_ids = api.store.locations.map(({ id }) => id).join();
  const search = new URLSearchParams({ location_ids, ...query } as Record<string, string>);
  const response = await api.call("GET", `/4.0/inventory_levels.json?${search}`);
  assert.equal(response.status, 200, response.text);
  return response.json<Levels>();
}

/** Read page after page by cursor, and return all ids and page numbers. */
async function readAllPages(limit: number, betweenPages: () => Promise<void> = async () => undefined) {
  const ids: number[] = [];
  const pages: number[] = [];
  let response = await listLevels({ limit });
  for (;;) {
    ids.push(...response.inventory_levels.map(({ id }) => id));
    pages.push(response.page);
    if (response.next_cursor === null) return { ids, pages };
    await betweenPages();
    response = await listLevels({ limit, cursor: response.next_cursor });
  }
}

test("reading pages by cursor returns every record once, for any page size", async () => {
  for (const limit of [1, 3, allIds.length - 1, allIds.length, allIds.length + 1]) {
    const { ids, pages } = await readAllPages(limit);
    assert.deepEqual(ids, allIds, `limit ${limit}`);
    assert.deepEqual(
      pages,
      Array.from({ length: Math.ceil(allIds.length / limit) }, (_, index) => index + 1),
    );
  }
});

test("reading by cursor returns every record once, even if records are changed or deleted between pages", async () => {
  const deletedId = allIds[0] ?? 0;
  const json = { ...api.level, variant_id: api.store.variants[1]?.id, adjustment_quantity: 1 };
  const { ids } = await readAllPages(2, async () => {
    await api.call("PUT", "/4.0/inventory_levels/adjust.json", { json });
    await testPlatform.database.query("delete from inventory_levels where store_id = $1 and id = $2", [
      api.store.id,
      deletedId,
    ]);
  });
  assert.deepEqual(ids, allIds);
  allIds = allIds.slice(1);
});

test("a page that is requested by number has a `next_cursor` only if the sort is id.asc", async () => {
  await listLevels({ limit: 2 });
  const secondPage = await listLevels({ limit: 2, page: 2 });
  const remainingPage = await listLevels({ limit: 250, cursor: secondPage.next_cursor ?? "" });
  assert.deepEqual(
    remainingPage.inventory_levels.map(({ id }) => id),
    allIds.slice(4),
  );
  assert.deepEqual([remainingPage.total_count, remainingPage.next_cursor], [allIds.length, null]);
  assert.equal((await listLevels({ limit: 2, sort: "id.desc" })).next_cursor, null);
  assert.equal(
    (await listLevels({ limit: 2, fields: "inventory_quantity" })).next_cursor,
    `c${allIds[1]?.toString(36)}-2`,
  );
});

test("the error for an invalid cursor names the field `cursor`", async () => {
  for (const cursor of [
    "1",
    "c",
    "c1",
    "cA-1",
    "c-1",
    "c00-1",
    "c1-01",
    "c1-1-1",
    "czzzzzzzzzzz-1",
    "c1-1 or 1=1",
  ]) {
    const search = new URLSearchParams({ location_ids: "1", cursor });
    const response = await api.call("GET", `/4.0/inventory_levels.json?${search}`);
    const { error } = response.json<{ error: { fields: { path: string }[] } }>();
    assert.deepEqual([response.status, error.fields[0]?.path], [422, "cursor"], cursor);
  }
});
