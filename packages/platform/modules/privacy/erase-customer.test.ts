import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { eventually, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { processPrivacyRequests } from "./process-requests.ts";

type Export = OperationResponse<typeof operations.getExport>["export"];

/** A platform with the role `api`, which runs no jobs. The second platform, `worker`, runs the exports once it is started. */
let testPlatform: TestPlatform;
let worker: TestPlatform | null = null;
let api: StoreApi;
let customerIds: number[];
let exportCount = 0;

const email = "erased@kedai.test";

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  api = await createStoreApi(testPlatform, { scopes: ["read_customers", "write_customers"] });
  customerIds = [
    await createCustomer({
      first_name: "Mei Ling",
      last_name: "Tan",
      email,
      phone: "+60123456789",
      code: "A10",
    }),
    await createCustomer({ first_name: "Tan", code: "A1" }),
  ];
});
after(async () => {
  await worker?.stop();
  await testPlatform.stop();
});

async function createCustomer(fields: object): Promise<number> {
  const response = await api.call("POST", "/3.0/customers.json", { json: { customer: fields } });
  assert.equal(response.status, 200, response.text);
  return response.json<{ customer: { id: number } }>().customer.id;
}

/** Request an export of customers. @returns its id */
async function createExport(filters: object): Promise<number> {
  exportCount += 1;
  const json = { export: { resource: "customers", filters } };
  const headers = { "idempotency-key": `export ${exportCount}` };
  const response = await api.call("POST", "/4.0/exports.json", { json, headers });
  assert.equal(response.status, 200, response.text);
  return response.json<{ export: Export }>().export.id;
}

async function getExport(id: number): Promise<Export> {
  return (await api.call("GET", `/4.0/exports/${id}.json`)).json<{ export: Export }>().export;
}

async function startWorker(): Promise<void> {
  worker ??= await startTestPlatform({ testDatabase: testPlatform.testDatabase });
}

/** Fetch a file from the worker, because each platform serves only the files that it wrote. */
function fetchFile(url: string) {
  const platform = worker ?? assert.fail("The worker has not been started.");
  return platform.request(`${platform.addresses.filesOrigin}${new URL(url).pathname}${new URL(url).search}`);
}

/** Wait until an export is written, and return the text of its file. */
async function awaitExportText(id: number): Promise<string> {
  return (await fetchFile(await eventually(async () => (await getExport(id)).url, { timeoutMs: 60_000 })))
    .text;
}

function erase(id: number) {
  const { store } = api;
  return store.owner.browser.call("POST", `${store.host_url}/api/console/customers/${id}/erase.json`);
}

/** Insert an import of customers that has this status and whose file does not exist. */
async function insertImport(status: string): Promise<number> {
  const row = await testPlatform.database.maybeOne<{ id: number }>(
    `insert into imports (store_id, resource, filename, size, status, path, actor_kind, actor_id, request_id, expires_at)
     values ($1, 'customers', 'people.csv', 1, $2, '/imports/none.upload', 'account', '1', 'r', now() + interval '1 day')
     returning id`,
    [api.store.id, status],
  );
  return row?.id ?? 0;
}

/** List the tables that contain a text. */
async function findTablesWith(text: string): Promise<string[]> {
  const { database } = testPlatform;
  const rows = await database.many<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const matchingTables: string[] = [];
  for (const { name } of rows) {
    const query = `select from ${name} r where position(lower($1) in lower(r::text)) > 0`;
    if ((await database.query(query, [text])).rowCount > 0) matchingTables.push(name);
  }
  return matchingTables;
}

test("erasing a customer restarts running exports and erases the customer's data from export filters", async () => {
  const runningId = await createExport({});
  // Simulate another process that runs the export and has already read the customer.
  const { database } = testPlatform;
  const leaseToOtherProcessText =
    "update long_jobs set owner = 'another', epoch = epoch + 1, leased_until = now() + interval '1 hour'";
  await database.query(leaseToOtherProcessText);
  await database.query("update exports set status = 'running' where id = $1", [runningId]);
  const matchingIds = [
    await createExport({ email: email.toUpperCase() }),
    await createExport({ query: "ling erased@kedai.test" }),
    await createExport({ phone: "012-345 6789" }),
    await createExport({ query: "Tan, Mei-Ling" }),
    await createExport({ code: "a10" }),
  ];
  // A word that the other customer's name contains too, and the other customer's code.
  const otherFilters = [
    { query: "tan", email: "" },
    { code: "A1", email: "" },
  ];
  const otherIds: number[] = [];
  for (const filters of otherFilters) otherIds.push(await createExport(filters));
  const response = await erase(customerIds[0] ?? 0);
  assert.equal(response.status, 200, response.text);
  for (const id of matchingIds) {
    const { status, error, filters } = await getExport(id);
    assert.deepEqual(
      [status, error],
      ["failed", "The export was requested for a customer whose data has since been erased."],
    );
    assert.deepEqual(Object.values(filters), ["(erased)"]);
  }
  await startWorker();
  const text = await awaitExportText(runningId);
  assert.ok(text.includes("Tan") && !text.includes(email), text);
  for (const [index, filters] of otherFilters.entries()) {
    const id = otherIds[index] ?? 0;
    assert.equal(JSON.parse(await awaitExportText(id)).id, customerIds[1]);
    assert.deepEqual((await getExport(id)).filters, filters);
  }
  await eventually(async () => {
    await processPrivacyRequests(database);
    return (await findTablesWith(email)).length === 0;
  });
  // The phone number may be stored in several formats, which all end with these digits.
  assert.deepEqual(await findTablesWith("3456789"), []);
});

test("erasing a customer deletes export files with customers and cancels imports that have not started yet", async () => {
  await startWorker();
  const id = await createCustomer({ first_name: "Aisyah", email: "late@kedai.test" });
  const exportId = await createExport({ accepts_marketing: false, query: "aisyah" });
  assert.match(await awaitExportText(exportId), /late@kedai\.test/);
  const { url } = await getExport(exportId);
  const importId = await insertImport("checked");
  assert.equal((await erase(id)).status, 200);
  const { status, url: urlAfterErasure, filters } = await getExport(exportId);
  assert.deepEqual([status, urlAfterErasure], ["done", null]);
  assert.deepEqual(filters, { accepts_marketing: "false", query: "(erased)" });
  const auditedFilters = await testPlatform.database.many<{ filters: object }>(
    "select after -> 'filters' as filters from audit_entries where resource = 'export' and resource_id = $1",
    [exportId],
  );
  assert.deepEqual(auditedFilters, [{ filters }]);
  // Each platform removes the files that it wrote, so wait for the worker.
  const path = new URL(url ?? "").pathname;
  const pendingRemoval = "select from file_removals where path = $1 and attempts = 0";
  await eventually(async () => (await testPlatform.database.query(pendingRemoval, [path])).rowCount === 0, {
    timeoutMs: 60_000,
  });
  await eventually(async () => {
    await processPrivacyRequests(testPlatform.database);
    const text = "select status from imports where id = $1 and store_id = $2";
    const row = await testPlatform.database.maybeOne<{ status: string }>(text, [importId, api.store.id]);
    return row?.status === "cancelled" && (await findTablesWith("late@kedai.test")).length === 0;
  });
});

test("an erased customer's data that a running import writes is removed after the import ends", async () => {
  const { database } = testPlatform;
  const importId = await insertImport("running");
  const id = await createCustomer({ first_name: "Siti", email: "running@kedai.test" });
  const requestId = (await erase(id)).json<{ privacy_request: { id: number } }>().privacy_request.id;
  const isScrubbed = async () => {
    await processPrivacyRequests(database);
    const text =
      "select scrubbed_at is not null as scrubbed from privacy_requests where store_id = $1 and id = $2";
    return (
      (await database.maybeOne<{ scrubbed: boolean }>(text, [api.store.id, requestId]))?.scrubbed ?? false
    );
  };
  await eventually(async () => {
    await processPrivacyRequests(database);
    const text = "select from privacy_requests where id = $1 and event_sequence is not null";
    return (await database.query(text, [requestId])).rowCount === 1;
  });
  assert.equal(await isScrubbed(), false);
  await database.query(
    `insert into import_errors (store_id, import_id, "row", message) values ($1, $2, 2, 'running@kedai.test is odd')`,
    [api.store.id, importId],
  );
  await database.query("update imports set status = 'done' where id = $1", [importId]);
  await eventually(isScrubbed);
  assert.deepEqual(await findTablesWith("running@kedai.test"), []);
});
