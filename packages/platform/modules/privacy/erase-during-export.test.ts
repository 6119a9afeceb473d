import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import {
  countLockWaits,
  eventually,
  startTestPlatform,
  type TestPlatform,
  waitForLockWaits,
} from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";

type Export = OperationResponse<typeof operations.getExport>["export"];

let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform, { scopes: ["read_customers", "write_customers"] });
});
after(() => testPlatform.stop());

async function createCustomer(fields: object): Promise<number> {
  const response = await api.call("POST", "/3.0/customers.json", { json: { customer: fields } });
  assert.equal(response.status, 200, response.text);
  return response.json<{ customer: { id: number } }>().customer.id;
}

async function erase(id: number): Promise<void> {
  const { store } = api;
  const response = await store.owner.browser.call(
    "POST",
    `${store.host_url}/api/console/customers/${id}/erase.json`,
  );
  assert.equal(response.status, 200, response.text);
}

/** Return the URL of the store's only export, or null until it is written. */
async function findExportUrl(): Promise<string | null> {
  const { exports } = (await api.call("GET", "/4.0/exports.json")).json<{ exports: Export[] }>();
  return exports[0]?.url ?? null;
}

test("an export requested during an uncommitted erasure does not contain the erased customer", async () => {
  await createCustomer({ first_name: "Stays", email: "stays@kedai.test" });
  const id = await createCustomer({ first_name: "Goes", email: "goes@kedai.test" });
  // Store a response that contains the customer's email. The erasure scrubs such responses last, so a lock on them makes the erasure
  // wait before its commit.
  const headers = { "idempotency-key": "contains the email" };
  const json = { customer: { note: "goes@kedai.test" } };
  await api.call("PUT", `/3.0/customers/${id}.json`, { json, headers });
  const { erasure, exportRequest } = await testPlatform.database.transaction(async (tx) => {
    await tx.query("select from idempotency_keys where store_id = $1 for update", [api.store.id]);
    const erasure = erase(id);
    await waitForLockWaits(testPlatform.database, { event: "transactionid" });
    const exportRequest = api.call("POST", "/4.0/exports.json", {
      json: { export: { resource: "customers" } },
    });
    // The export must wait for the erasure. If it did not, it would be written now and contain the customer.
    await eventually(
      async () =>
        (await countLockWaits(testPlatform.database, { event: "advisory" })) > 0 ||
        (await testPlatform.database.maybeOne("select id from exports where status = 'done'")) !== undefined,
    );
    // The promises are returned in an object, so that the transaction does not wait for them.
    return { erasure, exportRequest };
  });
  await erasure;
  assert.equal((await exportRequest).status, 200);
  const { text } = await testPlatform.request(await eventually(findExportUrl, { timeoutMs: 60_000 }));
  assert.match(text, /stays@kedai\.test/);
  assert.doesNotMatch(text, /goes@kedai\.test/);
});
