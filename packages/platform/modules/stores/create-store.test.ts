import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, reservedHandles } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import type { Store } from "../../infrastructure/routing/call.ts";
import { createAddresses } from "../../runtime/addresses.ts";
import { createStore, findMembership, findStore, type StoresDeps } from "./index.ts";
import { listOwnStores } from "./list-own-stores.ts";

const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
const deps: StoresDeps = {
  addresses,
  amounts: [],
  async createPrimaryLocation(tx: Queryable, store: Store) {
    const text = "insert into locations (store_id, code, name, is_primary) values ($1, 'main', 'Main', true)";
    await tx.query(text, [store.id]);
  },
};

let made: TestDatabase;
let owner: { account_id: number; email: string };

before(async () => {
  made = await testDatabase();
  owner = await account("owner@shops.test");
});
after(() => made.stop());

async function account(email: string): Promise<typeof owner> {
  const text = "insert into accounts (email, password_hash) values ($1, '') returning id";
  const row = await made.database.maybeOne<{ id: number }>(text, [email]);
  return { account_id: row?.id ?? 0, email };
}

function create(input: Parameters<typeof createStore>[1]["input"]) {
  return made.database.transaction((tx) => createStore(tx, { owner, input }, deps));
}

async function expectInvalidPaths(input: Parameters<typeof create>[0]): Promise<string[]> {
  const error = await create(input).then(
    () => assert.fail("was not refused"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  assert.equal(error.code, "invalid");
  return (error.details.fields ?? []).map(({ path }) => path);
}

async function countRows(table: string): Promise<number> {
  const row = await made.database.one<{ n: number }>(`select count(*)::int as n from ${table}`);
  return row.n ?? -1;
}

test("SVC-1: a new store has its hostname, owner, primary location and event log", async () => {
  const input = {
    name: " Kedai Kopi ",
    handle: "kedai",
    currency_code: "MYR",
    timezone: "asia/kuala_lumpur",
  };
  const store = await create(input);
  assert.deepEqual(
    { ...store, id: 0, created_at: "" },
    {
      id: 0,
      handle: "kedai",
      name: "Kedai Kopi",
      domain: "kedai.souk.localhost",
      host_url: "http://admin.souk.localhost:4000/kedai",
      currency_code: "MYR",
      timezone: "Asia/Kuala_Lumpur",
      role: "owner",
      suspended: null,
      created_at: "",
    },
  );
  const { database } = made;
  assert.deepEqual(await findMembership(database, store.id, owner.account_id), { role: "owner", scopes: [] });
  const found = await findStore(database, "kedai", addresses);
  assert.deepEqual(found, {
    id: store.id,
    handle: "kedai",
    domain: "kedai.souk.localhost",
    host_url: "http://admin.souk.localhost:4000/kedai",
    timezone: "Asia/Kuala_Lumpur",
    currency_code: "MYR",
    display_version: 1,
    suspended: null,
  });
  const text = `select (select count(*)::int from event_heads where store_id = $1) as heads,
    (select count(*)::int from locations where store_id = $1 and is_primary) as locations,
    (select email from stores where id = $1) as email`;
  const rows = await database.many(text, [store.id]);
  assert.deepEqual(rows, [{ heads: 1, locations: 1, email: owner.email }]);
});

test("a store uses US dollars and UTC by default", async () => {
  const { currency_code, timezone } = await create({ name: "Plain", handle: "plain" });
  assert.deepEqual({ currency_code, timezone }, { currency_code: "USD", timezone: "UTC" });
});

test("every wrong field is named and nothing is created", async () => {
  const before = await countRows("stores");
  const wrong = { name: "  ", handle: "Not_A_Handle", currency_code: "XXZ", timezone: "Mars/Olympus" };
  assert.deepEqual(await expectInvalidPaths(wrong), ["name", "handle", "currency_code", "timezone"]);
  assert.equal(await countRows("stores"), before);
});

test("a handle that cannot be part of a hostname is rejected", async () => {
  const wrong = ["", "-a", "a-", "a_b", "a.b", "Ä", "xn--a", "ab--c", " a", "a\n", "a".repeat(64)];
  for (const handle of wrong)
    assert.deepEqual(await expectInvalidPaths({ name: "A", handle }), ["handle"], handle);
  for (const handle of ["a", "7", "a-b", "a".repeat(63)])
    assert.equal((await create({ name: "A", handle })).handle, handle);
});

test("a reserved handle and a taken one are rejected", async () => {
  for (const handle of reservedHandles)
    assert.deepEqual(await expectInvalidPaths({ name: "A", handle }), ["handle"]);
  await create({ name: "First", handle: "taken" });
  assert.deepEqual(await expectInvalidPaths({ name: "Second", handle: "taken" }), ["handle"]);
});

test("of many simultaneous requests for one handle exactly one creates a store", async () => {
  const tries = Array.from({ length: 6 }, () => create({ name: "Race", handle: "race" }));
  const outcomes = await Promise.allSettled(tries);
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
});

test("a time zone must not be an offset, which has no daylight saving time", async () => {
  for (const timezone of ["+08:00", "-03", ""]) {
    assert.deepEqual(await expectInvalidPaths({ name: "A", handle: "zone", timezone }), ["timezone"]);
  }
});

test("a store whose primary location fails is not created at all", async () => {
  const before = await countRows("stores");
  const failing = { ...deps, createPrimaryLocation: () => Promise.reject(new Error("no location")) };
  const input = { name: "Half", handle: "half" };
  await assert.rejects(
    made.database.transaction((tx) => createStore(tx, { owner, input }, failing)),
    /no location/,
  );
  assert.equal(await countRows("stores"), before);
  assert.equal(await findStore(made.database, "half", addresses), null);
});

test("an account lists only its own stores, page by page", async () => {
  const other = await account("other@shops.test");
  for (const handle of ["other-one", "other-two", "other-three"]) {
    const input = { name: handle, handle };
    await made.database.transaction((tx) => createStore(tx, { owner: other, input }, deps));
  }
  const list = (page: number) =>
    listOwnStores(made.database, { account_id: other.account_id, page, limit: 2 }, addresses);
  const first = await list(1);
  assert.deepEqual(
    [first.stores.map(({ handle }) => handle), first.total_count, first.page_count],
    [["other-one", "other-two"], 3, 2],
  );
  const beyond = await list(9);
  assert.deepEqual([beyond.stores.map(({ handle }) => handle), beyond.page], [["other-three"], 2]);
  const none = await listOwnStores(made.database, { account_id: 999_999, page: 1, limit: 50 }, addresses);
  assert.deepEqual(none, { stores: [], total_count: 0, page_count: 1, page: 1, limit: 50 });
});

test("an account that is not a member has no rights in a store", async () => {
  const store = await create({ name: "Closed", handle: "closed" });
  const stranger = await account("stranger@shops.test");
  assert.equal(await findMembership(made.database, store.id, stranger.account_id), null);
});
