import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { followRequests } from "./follow-requests.ts";

type Export = OperationResponse<typeof operations.getExport>["export"];

/** A platform that responds to requests; long jobs are done by the second one, once it is started. */
let testing: TestPlatform;
let worker: TestPlatform | null = null;
let api: StoreApi;
let ids: number[];
let asked = 0;

const email = "erased@kedai.test";

before(async () => {
  testing = await testPlatform({ role: "api" });
  api = await createStoreApi(testing, { scopes: ["read_customers", "write_customers"] });
  ids = [
    await customer({ first_name: "Mei Ling", last_name: "Tan", email, phone: "+60123456789", code: "A10" }),
    await customer({ first_name: "Tan", code: "A1" }),
  ];
});
after(async () => {
  await worker?.stop();
  await testing.stop();
});

async function customer(fields: object): Promise<number> {
  const made = await api.call("POST", "/3.0/customers.json", { json: { customer: fields } });
  assert.equal(made.status, 200, made.text);
  return made.json<{ customer: { id: number } }>().customer.id;
}

async function ask(filters: object): Promise<number> {
  asked += 1;
  const json = { export: { resource: "customers", filters } };
  const headers = { "idempotency-key": `asked ${asked}` };
  const answer = await api.call("POST", "/4.0/exports.json", { json, headers });
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ export: Export }>().export.id;
}

async function shown(id: number): Promise<Export> {
  return (await api.call("GET", `/4.0/exports/${id}.json`)).json<{ export: Export }>().export;
}

async function work(): Promise<void> {
  worker ??= await testPlatform({ on: testing.storage });
}

/** Fetch a file from the platform that wrote it, which is the one that stores it. */
function fetched(url: string) {
  const from = worker ?? assert.fail("nothing is written yet");
  return from.request(`${from.addresses.filesOrigin}${new URL(url).pathname}`);
}

async function written(id: number): Promise<string> {
  return (await fetched(await eventually(async () => (await shown(id)).url, { within: 60_000 }))).text;
}

function erase(id: number) {
  const { store } = api;
  return store.owner.browser.call("POST", `${store.host_url}/api/console/customers/${id}/erase.json`);
}

/** Insert an import of customers with this status; its file does not exist. */
async function importIn(status: string): Promise<number> {
  const row = await testing.database.maybeOne<{ id: number }>(
    `insert into imports (store_id, resource, filename, size, status, path, actor_kind, actor_id, request_id, expires_at)
     values ($1, 'customers', 'people.csv', 1, $2, '/imports/none.upload', 'account', '1', 'r', now() + interval '1 day')
     returning id`,
    [api.store.id, status],
  );
  return row?.id ?? 0;
}

/** List the tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { database } = testing;
  const rows = await database.many<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const query = `select from ${name} r where position(lower($1) in lower(r::text)) > 0`;
    if ((await database.query(query, [text])).rowCount > 0) found.push(name);
  }
  return found;
}

test("an erasure rewrites running exports and erases filters that name the customer", async () => {
  const running = await ask({});
  // As when another process is at it, and has read the customer.
  const { database } = testing;
  const leaseToAnother =
    "update long_jobs set owner = 'another', epoch = epoch + 1, leased_until = now() + interval '1 hour'";
  await database.query(leaseToAnother);
  await database.query("update exports set status = 'running' where id = $1", [running]);
  const named = [
    await ask({ email: email.toUpperCase() }),
    await ask({ query: "ling erased@kedai.test" }),
    await ask({ phone: "012-345 6789" }),
    await ask({ query: "Tan, Mei-Ling" }),
    await ask({ code: "a10" }),
  ];
  // A word that others share with her, and another's code.
  const others = [
    { query: "tan", email: "" },
    { code: "A1", email: "" },
  ];
  const othersIds: number[] = [];
  for (const filters of others) othersIds.push(await ask(filters));
  const erased = await erase(ids[0] ?? 0);
  assert.equal(erased.status, 200, erased.text);
  for (const id of named) {
    const { status, error, filters } = await shown(id);
    assert.deepEqual([status, error], ["failed", "It was asked for a customer who has been erased since."]);
    assert.deepEqual(Object.values(filters), ["(erased)"]);
  }
  await work();
  const text = await written(running);
  assert.ok(text.includes("Tan") && !text.includes(email), text);
  for (const [at, filters] of others.entries()) {
    const id = othersIds[at] ?? 0;
    assert.equal(JSON.parse(await written(id)).id, ids[1]);
    assert.deepEqual((await shown(id)).filters, filters);
  }
  await eventually(async () => {
    await followRequests(database);
    return (await tablesWith(email)).length === 0;
  });
  assert.deepEqual(await tablesWith("3456789"), []);
});

test("an erasure deletes files with customers and ends checked imports of them", async () => {
  await work();
  const id = await customer({ first_name: "Aisyah", email: "late@kedai.test" });
  const done = await ask({ accepts_marketing: false, query: "aisyah" });
  assert.match(await written(done), /late@kedai\.test/);
  const { url } = await shown(done);
  const checked = await importIn("checked");
  assert.equal((await erase(id)).status, 200);
  const { status, url: now, filters } = await shown(done);
  assert.deepEqual([status, now], ["done", null]);
  assert.deepEqual(filters, { accepts_marketing: "false", query: "(erased)" });
  const asked = await testing.database.many<{ filters: object }>(
    "select after -> 'filters' as filters from audit_entries where resource = 'export' and resource_id = $1",
    [done],
  );
  assert.deepEqual(asked, [{ filters }]);
  // It lies with the other platform, and either of them takes it away.
  const path = new URL(url ?? "").pathname;
  const waiting = "select from file_removals where path = $1 and attempts = 0";
  await eventually(async () => (await testing.database.query(waiting, [path])).rowCount === 0, {
    within: 60_000,
  });
  await eventually(async () => {
    await followRequests(testing.database);
    const status = "select status from imports where id = $1 and store_id = $2";
    const row = await testing.database.maybeOne<{ status: string }>(status, [checked, api.store.id]);
    return row?.status === "cancelled" && (await tablesWith("late@kedai.test")).length === 0;
  });
});

test("the remaining data of an import is scrubbed once the import has ended", async () => {
  const { database } = testing;
  const under = await importIn("running");
  const id = await customer({ first_name: "Siti", email: "running@kedai.test" });
  const asked = (await erase(id)).json<{ privacy_request: { id: number } }>().privacy_request.id;
  const isScrubbed = async () => {
    await followRequests(database);
    const text =
      "select scrubbed_at is not null as scrubbed from privacy_requests where store_id = $1 and id = $2";
    return (await database.maybeOne<{ scrubbed: boolean }>(text, [api.store.id, asked]))?.scrubbed ?? false;
  };
  await eventually(async () => {
    await followRequests(database);
    const text = "select from privacy_requests where id = $1 and event_sequence is not null";
    return (await database.query(text, [asked])).rowCount === 1;
  });
  assert.equal(await isScrubbed(), false);
  await database.query(
    `insert into import_errors (store_id, import_id, "row", message) values ($1, $2, 2, 'running@kedai.test is odd')`,
    [api.store.id, under],
  );
  await database.query("update imports set status = 'done' where id = $1", [under]);
  await eventually(isScrubbed);
  assert.deepEqual(await tablesWith("running@kedai.test"), []);
});
