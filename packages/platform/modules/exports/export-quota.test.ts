import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, seedCatalog, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi } from "../../http/testing/store-api.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform({ config: { quotas: { file_bytes: 30_000 } } });
});
after(() => testPlatform.stop());

test("an export whose file exceeds the store's quota of file bytes fails and leaves no file", async () => {
  const { store, call } = await createStoreApi(testPlatform);
  await seedCatalog(testPlatform.database, store.id, 60);
  const response = await call("POST", "/4.0/exports.json", { json: { export: { resource: "products" } } });
  const { id } = response.json<{ export: { id: number } }>().export;
  type EndedExport = { status: string; error: string | null; url: string | null };
  const endedExport = await eventually(async () => {
    const record = (await call("GET", `/4.0/exports/${id}.json`)).json<{ export: EndedExport }>().export;
    return ["done", "failed"].includes(record.status) && record;
  });
  assert.deepEqual([endedExport.status, endedExport.url], ["failed", null]);
  assert.match(endedExport.error ?? "", /^The store has reached its quota file_bytes: at most 30,000 bytes/);
  // The removal of any file that the export stored is due now, or has already been attempted.
  const text =
    "select due_at <= clock_timestamp() as is_due, attempts from file_removals where store_id = $1";
  const removals = await testPlatform.database.many<{ is_due: boolean; attempts: number }>(text, [store.id]);
  assert.ok(removals.every(({ is_due, attempts }) => is_due || attempts > 0));
});
