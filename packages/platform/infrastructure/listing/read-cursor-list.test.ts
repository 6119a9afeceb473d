import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";

let testing: TestPlatform;
let api: StoreApi;
let all: number[];

before(async () => {
  testing = await testPlatform();
  api = await createStoreApi(testing);
  const rows = await testing.database.many<{ id: number }>(
    "select id from inventory_levels where store_id = $1 order by id",
    [api.store.id],
  );
  all = rows.map(({ id }) => id);
});

after(() => testing.stop());

interface Levels {
  inventory_levels: { id: number }[];
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
  next_cursor: string | null;
}

async function list(query: Record<string, string | number>): Promise<Levels> {
  const location_ids = api.store.locations.map(({ id }) => id).join();
  const search = new URLSearchParams({ location_ids, ...query } as Record<string, string>);
  const answer = await api.call("GET", `/4.0/inventory_levels.json?${search}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<Levels>();
}

/** Return the ids of a whole walk, and the numbers of its pages. */
async function walk(limit: number, between: () => Promise<void> = async () => undefined) {
  const ids: number[] = [];
  const pages: number[] = [];
  let answer = await list({ limit });
  for (;;) {
    ids.push(...answer.inventory_levels.map(({ id }) => id));
    pages.push(answer.page);
    if (answer.next_cursor === null) return { ids, pages };
    await between();
    answer = await list({ limit, cursor: answer.next_cursor });
  }
}

test("a walk by cursor shows every record once, whatever the size of its pages", async () => {
  for (const limit of [1, 3, all.length - 1, all.length, all.length + 1]) {
    const { ids, pages } = await walk(limit);
    assert.deepEqual(ids, all, `limit ${limit}`);
    assert.deepEqual(
      pages,
      Array.from({ length: Math.ceil(all.length / limit) }, (_, index) => index + 1),
    );
  }
});

test("records that change or are deleted during a walk neither repeat nor hide others", async () => {
  const deletedId = all[0] ?? 0;
  const json = { ...api.level, variant_id: api.store.variants[1]?.id, adjustment_quantity: 1 };
  const { ids } = await walk(2, async () => {
    await api.call("PUT", "/4.0/inventory_levels/adjust.json", { json });
    await testing.database.query("delete from inventory_levels where store_id = $1 and id = $2", [
      api.store.id,
      deletedId,
    ]);
  });
  assert.deepEqual(ids, all);
  all = all.slice(1);
});

test("a response by page has the cursor to continue from, unless sorted otherwise", async () => {
  await list({ limit: 2 });
  const second = await list({ limit: 2, page: 2 });
  const rest = await list({ limit: 250, cursor: second.next_cursor ?? "" });
  assert.deepEqual(
    rest.inventory_levels.map(({ id }) => id),
    all.slice(4),
  );
  assert.deepEqual([rest.total_count, rest.next_cursor], [all.length, null]);
  assert.equal((await list({ limit: 2, sort: "id.desc" })).next_cursor, null);
  assert.equal(
    (await list({ limit: 2, fields: "inventory_quantity" })).next_cursor,
    `c${all[1]?.toString(36)}-2`,
  );
});

test("an invalid cursor is rejected by name", async () => {
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
    const answer = await api.call("GET", `/4.0/inventory_levels.json?${search}`);
    const { error } = answer.json<{ error: { fields: { path: string }[] } }>();
    assert.deepEqual([answer.status, error.fields[0]?.path], [422, "cursor"], cursor);
  }
});
