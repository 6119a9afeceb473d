import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, reservedHandles, roleRights } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import type { Store } from "../../infrastructure/routing/call.ts";
import { createAddresses } from "../../runtime/addresses.ts";
import { createStore, findMembership, findStore, type StoresDeps } from "./index.ts";
import { listOwnStores } from "./list-own-stores.ts";

const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
const deps: StoresDeps = {
  addresses,
  precisionLossFinders: [],
  async createPrimaryLocation(tx: Queryable, store: Store) {
    const text = "insert into locations (store_id, code, name, is_primary) values ($1, 'main', 'Main', true)";
    await tx.query(text, [store.id]);
  },
};

let db: TestDatabase;
let owner: { account_id: number; email: string };

before(async () => {
  db = await createTestDatabase();
  owner = await createAccount("owner@shops.test");
});
after(() => db.stop());

async function createAccount(email: string): Promise<typeof owner> {
  const text = "insert into accounts (email, password_hash) values ($1, '') returning id";
  const row = await db.database.maybeOne<{ id: number }>(text, [email]);
  return { account_id: row?.id ?? 0, email };
}

function createTestStore(input: Parameters<typeof createStore>[1]["input"]) {
  return db.database.transaction((tx) => createStore(tx, { owner, input }, deps));
}

async function listInvalidPaths(input: Parameters<typeof createTestStore>[0]): Promise<string[]> {
  const error = await createTestStore(input).then(
    () => assert.fail("The store was created."),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  assert.equal(error.code, "invalid");
  return (error.details.fields ?? []).map(({ path }) => path);
}

async function countRows(table: string): Promise<number> {
  const row = await db.database.one<{ count: number }>(`select count(*)::int as count from ${table}`);
  return row.count ?? -1;
}

test("SVC-1: a new store has its hostname, owner, primary location and event log", async () => {
  const input = {
    name: " Kedai Kopi ",
    handle: "kedai",
    currency_code: "MYR",
    timezone: "asia/kuala_lumpur",
  };
  const store = await createTestStore(input);
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
  const { database } = db;
  assert.deepEqual(await findMembership(database, store.id, owner.account_id), {
    role: "owner",
    rights: [...roleRights.owner],
    installation_ids: [],
  });
  const foundStore = await findStore(database, "kedai", addresses);
  assert.deepEqual(foundStore, {
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
  const { currency_code, timezone } = await createTestStore({ name: "Plain", handle: "plain" });
  assert.deepEqual({ currency_code, timezone }, { currency_code: "USD", timezone: "UTC" });
});

test("creating a store with several invalid fields reports an error for each of the fields", async () => {
  const storeCount = await countRows("stores");
  const input = { name: "  ", handle: "Not_A_Handle", currency_code: "XXZ", timezone: "Mars/Olympus" };
  assert.deepEqual(await listInvalidPaths(input), ["name", "handle", "currency_code", "timezone"]);
  assert.equal(await countRows("stores"), storeCount);
});

test("a store handle that can't be a label of a hostname is rejected", async () => {
  const invalidHandles = ["", "-a", "a-", "a_b", "a.b", "Ä", "xn--a", "ab--c", " a", "a\n", "a".repeat(64)];
  for (const handle of invalidHandles)
    assert.deepEqual(await listInvalidPaths({ name: "A", handle }), ["handle"], handle);
  for (const handle of ["a", "7", "a-b", "a".repeat(63)])
    assert.equal((await createTestStore({ name: "A", handle })).handle, handle);
});

test("a store can't be created with a reserved handle or another store's handle", async () => {
  for (const handle of reservedHandles)
    assert.deepEqual(await listInvalidPaths({ name: "A", handle }), ["handle"]);
  await createTestStore({ name: "First", handle: "taken" });
  assert.deepEqual(await listInvalidPaths({ name: "Second", handle: "taken" }), ["handle"]);
});

test("exactly one of several simultaneous requests for the same handle creates a store", async () => {
  const requests = Array.from({ length: 6 }, () => createTestStore({ name: "Race", handle: "race" }));
  const results = await Promise.allSettled(requests);
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
});

test("a UTC offset is rejected as a store's time zone", async () => {
  for (const timezone of ["+08:00", "-03", ""]) {
    assert.deepEqual(await listInvalidPaths({ name: "A", handle: "zone", timezone }), ["timezone"]);
  }
});

test("if creating the primary location fails, the store isn't created", async () => {
  const storeCount = await countRows("stores");
  const failingDeps = { ...deps, createPrimaryLocation: () => Promise.reject(new Error("no location")) };
  const input = { name: "Half", handle: "half" };
  await assert.rejects(
    db.database.transaction((tx) => createStore(tx, { owner, input }, failingDeps)),
    /no location/,
  );
  assert.equal(await countRows("stores"), storeCount);
  assert.equal(await findStore(db.database, "half", addresses), null);
});

test("an account's stores are listed in pages, without other accounts' stores", async () => {
  const otherOwner = await createAccount("other@shops.test");
  for (const handle of ["other-one", "other-two", "other-three"]) {
    const input = { name: handle, handle };
    await db.database.transaction((tx) => createStore(tx, { owner: otherOwner, input }, deps));
  }
  const list = (page: number) =>
    listOwnStores(db.database, { account_id: otherOwner.account_id, page, limit: 2 }, addresses);
  const firstPage = await list(1);
  assert.deepEqual(
    [firstPage.stores.map(({ handle }) => handle), firstPage.total_count, firstPage.page_count],
    [["other-one", "other-two"], 3, 2],
  );
  // A page number after the last page returns the last page.
  const lastPage = await list(9);
  assert.deepEqual([lastPage.stores.map(({ handle }) => handle), lastPage.page], [["other-three"], 2]);
  const emptyPage = await listOwnStores(db.database, { account_id: 999_999, page: 1, limit: 50 }, addresses);
  assert.deepEqual(emptyPage, { stores: [], total_count: 0, page_count: 1, page: 1, limit: 50 });
});

test("an account that is not a member of a store has no rights in it", async () => {
  const store = await createTestStore({ name: "Closed", handle: "closed" });
  const stranger = await createAccount("stranger@shops.test");
  assert.equal(await findMembership(db.database, store.id, stranger.account_id), null);
});
