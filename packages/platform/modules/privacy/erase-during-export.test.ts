import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { eventually, lockAwaited, locksAwaited, type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";

type Export = OperationResponse<typeof operations.getExport>["export"];

let testing: TestPlatform;
let api: StoreApi;

before(async () => {
  testing = await testPlatform();
  api = await createStoreApi(testing, { scopes: ["read_customers", "write_customers"] });
});
after(() => testing.stop());

async function customer(fields: object): Promise<number> {
  const made = await api.call("POST", "/3.0/customers.json", { json: { customer: fields } });
  assert.equal(made.status, 200, made.text);
  return made.json<{ customer: { id: number } }>().customer.id;
}

async function erase(id: number): Promise<void> {
  const { store } = api;
  const answer = await store.owner.browser.call(
    "POST",
    `${store.host_url}/api/console/customers/${id}/erase.json`,
  );
  assert.equal(answer.status, 200, answer.text);
}

/** Return the URL of the store's only export; null until it is written. */
async function writtenUrl(): Promise<string | null> {
  const { exports } = (await api.call("GET", "/4.0/exports.json")).json<{ exports: Export[] }>();
  return exports[0]?.url ?? null;
}

test("an export requested during an uncommitted erasure does not contain the customer", async () => {
  await customer({ first_name: "Stays", email: "stays@kedai.test" });
  const id = await customer({ first_name: "Goes", email: "goes@kedai.test" });
  // An answer that names the erased: the erasure takes it out last, and waits here for whoever reads it.
  const headers = { "idempotency-key": "names the erased" };
  const json = { customer: { note: "goes@kedai.test" } };
  await api.call("PUT", `/3.0/customers/${id}.json`, { json, headers });
  const { erasing, asking } = await testing.database.transaction(async (tx) => {
    await tx.query("select from idempotency_keys where store_id = $1 for update", [api.store.id]);
    const erasing = erase(id);
    await lockAwaited(testing.database, { event: "transactionid" });
    const asking = api.call("POST", "/4.0/exports.json", { json: { export: { resource: "customers" } } });
    // It waits; where it did not, it would be written by now, and hold the erased.
    await eventually(
      async () =>
        (await locksAwaited(testing.database, { event: "advisory" })) > 0 || (await writtenUrl()) !== null,
    );
    return { erasing, asking };
  });
  await erasing;
  assert.equal((await asking).status, 200);
  const { text } = await testing.request(await eventually(writtenUrl, { within: 60_000 }));
  assert.match(text, /stays@kedai\.test/);
  assert.doesNotMatch(text, /goes@kedai\.test/);
});
