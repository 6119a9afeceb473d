import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";

const path = "/4.0/inventory_movements";

interface Movement {
  id: number;
  variant_id: number;
  location_id: number;
  change: number;
  resulting_quantity: number;
  reason: string;
  reference: string | null;
  actor: { kind: string; id: string; name: string | null };
  created_at: string;
}

interface Ledger {
  inventory_movements: Movement[];
  total_count: number;
  page_count: number;
  page: number;
  next_cursor: string | null;
}

let testing: TestPlatform;
let api: StoreApi;

before(async () => {
  testing = await testPlatform();
  api = await createStoreApi(testing);
});
after(() => testing.stop());

async function list(query: Record<string, string | number> = {}): Promise<Ledger> {
  const search = new URLSearchParams(query as Record<string, string>);
  const answer = await api.call("GET", `${path}.json?${search}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<Ledger>();
}

const getIds = ({ inventory_movements }: Ledger) => inventory_movements.map(({ id }) => id);

async function adjust(change: number, why: object = {}): Promise<void> {
  const json = { ...api.level, adjustment_quantity: change, ...why };
  assert.equal((await api.call("PUT", "/4.0/inventory_levels/adjust.json", { json })).status, 200);
}

/** Load the ids of every movement of the store in the given order, from the database. */
async function allIds(direction: "asc" | "desc"): Promise<number[]> {
  const rows = await testing.database.many<{ id: number }>(
    `select id from inventory_movements where store_id = $1 order by created_at ${direction}, id ${direction}`,
    [api.store.id],
  );
  return rows.map(({ id }) => id);
}

test("the ledger shows each change, its reason and actor, the newest first", async () => {
  await adjust(-3, { reason: "sale", reference: "POS-1" });
  const { owner, host_url } = api.store;
  const body = { ...api.level, quantity: 50 };
  const set = await owner.browser.call("PUT", `${host_url}/api/4.0/inventory_levels/set.json`, body);
  assert.equal(set.status, 200, set.text);
  const answer = await api.call("GET", `${path}.json?limit=250`);
  assert.ok(Check(operations.listInventoryMovements.response, answer.json()), answer.text);
  const [newest, sold, ...opening] = answer.json<Ledger>().inventory_movements;
  assert.deepEqual(
    [newest?.reason, newest?.resulting_quantity, newest?.actor.kind, newest?.actor.name],
    ["set", 50, "account", owner.email],
  );
  assert.deepEqual(
    [sold?.reason, sold?.reference, sold?.change, sold?.actor],
    ["sale", "POS-1", -3, { kind: "app", id: sold?.actor.id, name: "Stock Sync" }],
  );
  assert.ok(opening.length > 0);
  assert.ok(opening.every(({ actor }) => actor.kind === "system" && actor.name === null));
  const { level } = api;
  const all = answer.json<Ledger>().inventory_movements;
  const own = all.filter(
    ({ variant_id, location_id }) => variant_id === level.variant_id && location_id === level.location_id,
  );
  assert.equal(
    own.reduce((sum, { change }) => sum + change, 0),
    await api.quantity(),
  );
});

test("apps do not see the address of a person without a name", async () => {
  const { email } = api.store.owner;
  const rename = "update accounts set name = $2 where email = $1";
  await testing.database.query(rename, [email, ""]);
  const answer = await api.call("GET", `${path}.json?limit=250`);
  await testing.database.query(rename, [email, email]);
  const byPeople = answer
    .json<Ledger>()
    .inventory_movements.filter(({ actor }) => actor.kind === "account")
    .map(({ actor }) => actor.name);
  assert.deepEqual(byPeople, [null]);
  assert.ok(!answer.text.includes(email));
});

/** Walk the whole ledger by its cursors. */
async function walk(query: Record<string, string | number>): Promise<{ met: number[]; pages: number[] }> {
  const met: number[] = [];
  const pages: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const answer: Ledger = await list({ ...query, ...(cursor === "" ? {} : { cursor }) });
    met.push(...getIds(answer));
    pages.push(answer.page);
    cursor = answer.next_cursor;
  }
  return { met, pages };
}

for (const direction of ["desc", "asc"] as const) {
  test(`a cursor walk returns every movement once, for any page size: ${direction}`, async () => {
    const expected = await allIds(direction);
    for (const limit of [1, 2, 5, expected.length - 1, expected.length, expected.length + 1]) {
      const { met, pages } = await walk({ sort: `created_at.${direction}`, limit });
      assert.deepEqual(met, expected, `limit ${limit}`);
      assert.deepEqual(
        pages,
        pages.map((_, index) => index + 1),
      );
    }
  });
}

test("movements written during a walk are not repeated and hide no earlier ones", async () => {
  await testing.database.query(
    `insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
       reason, actor_kind, actor_id, request_id)
     select store_id, created_at, variant_id, location_id, 'reserved_inventory_quantity', 0, 0, 'duplicate', 'system', 'test', 'r'
     from inventory_movements where store_id = $1 order by created_at desc limit 3`,
    [api.store.id],
  );
  const expected = await allIds("desc");
  let answer = await list({ limit: 2 });
  const met = getIds(answer);
  while (answer.next_cursor !== null) {
    await adjust(1);
    answer = await list({ limit: 2, cursor: answer.next_cursor });
    met.push(...getIds(answer));
  }
  assert.deepEqual(met, expected);
});

test("pages by number hold the same, and one past the last is the last (LST-3)", async () => {
  const expected = await allIds("desc");
  const second = await list({ limit: 4, page: 2 });
  assert.deepEqual(getIds(second), expected.slice(4, 8));
  const last = await list({ limit: 4, page: 9999 });
  assert.deepEqual([last.page, last.total_count, last.next_cursor], [last.page_count, expected.length, null]);
});

test("variants, locations, ids and times narrow the ledger and its count alike", async () => {
  const all = (await list({ limit: 250 })).inventory_movements;
  const { variant_id, location_id } = api.level;
  const middle = all[Math.floor(all.length / 2)];
  assert.ok(middle);
  const cases: [Record<string, string>, (movement: Movement) => boolean][] = [
    [{ variant_ids: String(variant_id) }, (movement) => movement.variant_id === variant_id],
    [{ location_ids: String(location_id) }, (movement) => movement.location_id === location_id],
    [{ variant_ids: String(variant_id), location_ids: "999999" }, () => false],
    [{ ids: String(middle.id) }, ({ id }) => id === middle.id],
    [{ created_at_min: middle.created_at }, (movement) => movement.created_at >= middle.created_at],
    [{ created_at_max: middle.created_at }, (movement) => movement.created_at <= middle.created_at],
  ];
  for (const [query, keeps] of cases) {
    const expected = all.filter(keeps).map(({ id }) => id);
    assert.deepEqual(getIds(await list({ ...query, limit: 250 })), expected, JSON.stringify(query));
    const counted = await api.call("GET", `${path}/count.json?${new URLSearchParams(query)}`);
    assert.deepEqual(counted.json(), { count: expected.length });
  }
});

test("movements are dated in store time", async () => {
  await testing.database.query("update stores set timezone = 'Asia/Kuala_Lumpur' where id = $1", [
    api.store.id,
  ]);
  const [newest] = (await list({ limit: 1 })).inventory_movements;
  assert.match(newest?.created_at ?? "", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+08:00$/);
  await testing.database.query("update stores set timezone = 'UTC' where id = $1", [api.store.id]);
});

test("an invalid cursor or sort is rejected by name", async () => {
  const wrong: [string, string][] = [
    ...["1", "c5", "t", "t5", "t-5", "t5-", "tA-1", "t05-1", "t5-01", "t1-zzzzzzzzzzz"].map(
      (cursor): [string, string] => ["cursor", cursor],
    ),
    ["sort", "id.asc"],
    ["sort", "change.desc"],
  ];
  for (const [name, value] of wrong) {
    const answer = await api.call("GET", `${path}.json?${new URLSearchParams({ [name]: value })}`);
    assert.deepEqual([answer.status, readError(answer).fields?.[0]?.path], [422, name], value);
  }
});

test("a page of a long ledger uses the partitions' order and reads no other store", async () => {
  const rows = await testing.database.many<{ "QUERY PLAN": string }>(
    `explain select r.* from inventory_movements r where r.store_id = $1 and (r.created_at, r.id) < (now(), 5)
     order by r.created_at desc, r.id desc limit 50`,
    [api.store.id],
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  assert.doesNotMatch(plan, /Sort Key/, plan);
});
