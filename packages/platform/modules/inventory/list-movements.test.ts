import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
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

interface LedgerPage {
  inventory_movements: Movement[];
  total_count: number;
  page_count: number;
  page: number;
  next_cursor: string | null;
}

let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
});
after(() => testPlatform.stop());

async function listMovements(query: Record<string, string | number> = {}): Promise<LedgerPage> {
  const search = new URLSearchParams(query as Record<string, string>);
  const response = await api.call("GET", `${path}.json?${search}`);
  assert.equal(response.status, 200, response.text);
  return response.json<LedgerPage>();
}

const getIds = ({ inventory_movements }: LedgerPage) => inventory_movements.map(({ id }) => id);

async function adjust(change: number, fields: object = {}): Promise<void> {
  const json = { ...api.level, adjustment_quantity: change, ...fields };
  assert.equal((await api.call("PUT", "/4.0/inventory_levels/adjust.json", { json })).status, 200);
}

/** Load the ids of all movements of the store from the database, sorted by time. */
async function loadAllIds(direction: "asc" | "desc"): Promise<number[]> {
  const rows = await testPlatform.database.many<{ id: number }>(
    `select id from inventory_movements where store_id = $1 order by created_at ${direction}, id ${direction}`,
    [api.store.id],
  );
  return rows.map(({ id }) => id);
}

test("the ledger lists each change with its reason and actor, newest first", async () => {
  await adjust(-3, { reason: "sale", reference: "POS-1" });
  const { owner, host_url } = api.store;
  const body = { ...api.level, quantity: 50 };
  const setResponse = await owner.browser.call("PUT", `${host_url}/api/4.0/inventory_levels/set.json`, body);
  assert.equal(setResponse.status, 200, setResponse.text);
  const response = await api.call("GET", `${path}.json?limit=250`);
  assert.ok(Check(operations.listInventoryMovements.response, response.json()), response.text);
  const [newestMovement, saleMovement, ...openingMovements] = response.json<LedgerPage>().inventory_movements;
  assert.deepEqual(
    [
      newestMovement?.reason,
      newestMovement?.resulting_quantity,
      newestMovement?.actor.kind,
      newestMovement?.actor.name,
    ],
    ["set", 50, "account", owner.email],
  );
  assert.deepEqual(
    [saleMovement?.reason, saleMovement?.reference, saleMovement?.change, saleMovement?.actor],
    ["sale", "POS-1", -3, { kind: "app", id: saleMovement?.actor.id, name: "Stock Sync" }],
  );
  assert.ok(openingMovements.length > 0);
  assert.ok(openingMovements.every(({ actor }) => actor.kind === "system" && actor.name === null));
  const { level } = api;
  const movements = response.json<LedgerPage>().inventory_movements;
  const levelMovements = movements.filter(
    ({ variant_id, location_id }) => variant_id === level.variant_id && location_id === level.location_id,
  );
  assert.equal(
    levelMovements.reduce((sum, { change }) => sum + change, 0),
    await api.loadQuantity(),
  );
});

test("in the ledger, an app does not see the email of an account that has no name", async () => {
  const { email } = api.store.owner;
  const renameText = "update accounts set name = $2 where email = $1";
  await testPlatform.database.query(renameText, [email, ""]);
  const response = await api.call("GET", `${path}.json?limit=250`);
  await testPlatform.database.query(renameText, [email, email]);
  const accountNames = response
    .json<LedgerPage>()
    .inventory_movements.filter(({ actor }) => actor.kind === "account")
    .map(({ actor }) => actor.name);
  assert.deepEqual(accountNames, [null]);
  assert.ok(!response.text.includes(email));
});

/** Read all pages of the ledger by cursor. */
async function readAllPages(
  query: Record<string, string | number>,
): Promise<{ listedIds: number[]; pageNumbers: number[] }> {
  const listedIds: number[] = [];
  const pageNumbers: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const response: LedgerPage = await listMovements({ ...query, ...(cursor === "" ? {} : { cursor }) });
    listedIds.push(...getIds(response));
    pageNumbers.push(response.page);
    cursor = response.next_cursor;
  }
  return { listedIds, pageNumbers };
}

for (const direction of ["desc", "asc"] as const) {
  test(`reading the ledger by cursor returns every movement once, sorted ${direction}`, async () => {
    const expected = await loadAllIds(direction);
    for (const limit of [1, 2, 5, expected.length - 1, expected.length, expected.length + 1]) {
      const { listedIds, pageNumbers } = await readAllPages({ sort: `created_at.${direction}`, limit });
      assert.deepEqual(listedIds, expected, `limit ${limit}`);
      assert.deepEqual(
        pageNumbers,
        pageNumbers.map((_, index) => index + 1),
      );
    }
  });
}

test("paging through the ledger returns no movement added meanwhile and skips no older one", async () => {
  await testPlatform.database.query(
    `insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
       reason, actor_kind, actor_id, request_id)
     select store_id, created_at, variant_id, location_id, 'reserved_inventory_quantity', 0, 0, 'duplicate', 'system', 'test', 'r'
     from inventory_movements where store_id = $1 order by created_at desc limit 3`,
    [api.store.id],
  );
  const expectedIds = await loadAllIds("desc");
  let response = await listMovements({ limit: 2 });
  const listedIds = getIds(response);
  while (response.next_cursor !== null) {
    await adjust(1);
    response = await listMovements({ limit: 2, cursor: response.next_cursor });
    listedIds.push(...getIds(response));
  }
  assert.deepEqual(listedIds, expectedIds);
});

test("LST-3: a page number selects a page of the ledger, or the last page if the number is too large", async () => {
  const expectedIds = await loadAllIds("desc");
  const secondPage = await listMovements({ limit: 4, page: 2 });
  assert.deepEqual(getIds(secondPage), expectedIds.slice(4, 8));
  const lastPage = await listMovements({ limit: 4, page: 9999 });
  assert.deepEqual(
    [lastPage.page, lastPage.total_count, lastPage.next_cursor],
    [lastPage.page_count, expectedIds.length, null],
  );
});

test("filters by variant, location, id and time apply to the ledger and its count", async () => {
  const movements = (await listMovements({ limit: 250 })).inventory_movements;
  const { variant_id, location_id } = api.level;
  const middleMovement = movements[Math.floor(movements.length / 2)];
  assert.ok(middleMovement);
  const cases: [Record<string, string>, (movement: Movement) => boolean][] = [
    [{ variant_ids: String(variant_id) }, (movement) => movement.variant_id === variant_id],
    [{ location_ids: String(location_id) }, (movement) => movement.location_id === location_id],
    [{ variant_ids: String(variant_id), location_ids: "999999" }, () => false],
    [{ ids: String(middleMovement.id) }, ({ id }) => id === middleMovement.id],
    [
      { created_at_min: middleMovement.created_at },
      (movement) => movement.created_at >= middleMovement.created_at,
    ],
    [
      { created_at_max: middleMovement.created_at },
      (movement) => movement.created_at <= middleMovement.created_at,
    ],
  ];
  for (const [query, isExpected] of cases) {
    const expectedIds = movements.filter(isExpected).map(({ id }) => id);
    assert.deepEqual(
      getIds(await listMovements({ ...query, limit: 250 })),
      expectedIds,
      JSON.stringify(query),
    );
    const countResponse = await api.call("GET", `${path}/count.json?${new URLSearchParams(query)}`);
    assert.deepEqual(countResponse.json(), { count: expectedIds.length });
  }
});

test("stock movements have timestamps in the store's time zone", async () => {
  await testPlatform.database.query("update stores set timezone = 'Asia/Kuala_Lumpur' where id = $1", [
    api.store.id,
  ]);
  const [newestMovement] = (await listMovements({ limit: 1 })).inventory_movements;
  assert.match(newestMovement?.created_at ?? "", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+08:00$/);
  await testPlatform.database.query("update stores set timezone = 'UTC' where id = $1", [api.store.id]);
});

test("an invalid cursor or sort of the ledger is rejected with the parameter's name", async () => {
  const invalidCases: [string, string][] = [
    ...["1", "c5", "t", "t5", "t-5", "t5-", "tA-1", "t05-1", "t5-01", "t1-zzzzzzzzzzz"].map(
      (cursor): [string, string] => ["cursor", cursor],
    ),
    ["sort", "id.asc"],
    ["sort", "change.desc"],
  ];
  for (const [name, value] of invalidCases) {
    const response = await api.call("GET", `${path}.json?${new URLSearchParams({ [name]: value })}`);
    assert.deepEqual([response.status, readError(response).fields?.[0]?.path], [422, name], value);
  }
});

test("PostgreSQL reads a page of the ledger without sorting rows", async () => {
  const rows = await testPlatform.database.many<{ "QUERY PLAN": string }>(
    `explain select r.* from inventory_movements r where r.store_id = $1 and (r.created_at, r.id) < (now(), 5)
     order by r.created_at desc, r.id desc limit 50`,
    [api.store.id],
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  assert.doesNotMatch(plan, /Sort Key/, plan);
});
