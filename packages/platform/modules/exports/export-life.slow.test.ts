import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  eventually,
  type FakeClock,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import {
  createExportFixture,
  downloadLines,
  type Export,
  type ExportFixture,
} from "./testing/export-fixture.ts";

let testPlatform: TestPlatform;
let clock: FakeClock;
let api: StoreApi;
let fixture: ExportFixture;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock });
  api = await createStoreApi(testPlatform);
  fixture = createExportFixture(api);
});

after(() => testPlatform.stop());

const dayMs = 86_400_000;

test("uninstalling an app deletes its export files and ends its unfinished exports", async () => {
  const app = await createStoreApi(testPlatform);
  const appFixture = createExportFixture(app);
  const createdExport = await appFixture.createAndWait({ resource: "products" });
  const url = `${app.store.host_url}/api/console/apps/${app.installation_id}`;
  const { database } = testPlatform;
  const unfinishedExport = await appFixture.createExport({ resource: "products" });
  const response = await app.store.owner.browser.call("DELETE", `${url}.json`);
  assert.equal(response.status, 200, response.text);
  clock.advance(3_000);
  await eventually(async () => (await app.call("GET", "/4.0/exports.json")).status === 401);
  const rows = await database.many<{ path: string | null }>(
    "select path from exports where store_id = $1 order by id",
    [app.store.id],
  );
  assert.equal(rows[0]?.path, null);
  const jobsText = "select 1 from long_jobs where store_id = $1 and record_id = $2";
  assert.equal((await database.query(jobsText, [app.store.id, unfinishedExport.id])).rowCount, 0);
  const { pathname } = new URL(createdExport.url ?? "");
  await eventually(async () => (await testPlatform.platform.files.storage.getSize(pathname)) === null, {
    timeoutMs: 60_000,
  });
});

test("if the process that writes an export stops, another process completes the export", async () => {
  const store = await seedStore(testPlatform, { products: 3_000 });
  const otherPlatform = await startTestPlatform({ testDatabase: testPlatform.testDatabase });
  const { browser } = store.owner;
  const createResponse = await browser.call("POST", `${store.host_url}/api/4.0/exports.json`, {
    resource: "products",
  });
  const { id } = createResponse.json<{ export: Export }>().export;
  const loadExport = async () => {
    const response = await browser.call("GET", `${store.host_url}/api/4.0/exports/${id}.json`);
    return response.json<{ export: Export }>().export;
  };
  await eventually(async () => (await loadExport()).status === "running");
  // Release the job's lease, as if its process had been killed and the lease had expired.
  const text = "update long_jobs set owner = 'another', epoch = epoch + 1, leased_until = null";
  await testPlatform.database.query(text);
  const interruptedExport = await loadExport();
  assert.ok(
    interruptedExport.status !== "done" && interruptedExport.url === null,
    JSON.stringify(interruptedExport),
  );
  await otherPlatform.stop();
  await eventually(async () => (await loadExport()).status === "done", { timeoutMs: 60_000 });
  const lines = await downloadLines(testPlatform, await loadExport());
  assert.equal(new Set(lines.map((line) => (JSON.parse(line) as { id: number }).id)).size, 3_000);
});

test("7 days after an export is done, its URL is null and its file is deleted", async () => {
  const createdExport = await fixture.createAndWait({ resource: "products" });
  assert.ok(Date.parse(createdExport.expires_at) - clock.now() <= 7 * dayMs);
  clock.advance(7 * dayMs + 1);
  const { url, status } = await fixture.loadExport(createdExport.id);
  assert.deepEqual([url, status], [null, "done"]);
  const { storage } = testPlatform.platform.files;
  const { pathname } = new URL(createdExport.url ?? "");
  assert.ok((await storage.getSize(pathname)) !== null, "the file exists until it is removed");
  await testPlatform.database.query(
    "update file_removals set due_at = clock_timestamp() where path like '/exports/%'",
  );
  await eventually(async () => (await storage.getSize(pathname)) === null, { timeoutMs: 60_000 });
});
