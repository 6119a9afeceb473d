import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eventually,
  type FakeClock,
  fakeClock,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import {
  createExportFixture,
  downloadLines,
  type Export,
  type ExportFixture,
} from "./testing/export-fixture.ts";

let testing: TestPlatform;
let clock: FakeClock;
let api: StoreApi;
let fixture: ExportFixture;

before(async () => {
  clock = fakeClock();
  testing = await testPlatform({ clock });
  api = await createStoreApi(testing);
  fixture = createExportFixture(api);
});

after(() => testing.stop());

const day = 86_400_000;

test("an app's exports are deleted with its installation, also unfinished ones", async () => {
  const app = await createStoreApi(testing);
  const apps = createExportFixture(app);
  const made = await apps.written({ resource: "products" });
  const url = `${app.store.host_url}/api/console/apps/${app.installation_id}`;
  const { database } = testing;
  await database.query("update exports set status = 'running' where store_id = $1", [app.store.id]);
  await database.query("update exports set status = 'done' where id = $1", [made.id]);
  const unwritten = await apps.ask({ resource: "products" });
  const answer = await app.store.owner.browser.call("DELETE", `${url}.json`);
  assert.equal(answer.status, 200, answer.text);
  clock.advance(3_000);
  await eventually(async () => (await app.call("GET", "/4.0/exports.json")).status === 401);
  const rows = await database.many<{ path: string | null }>(
    "select path from exports where store_id = $1 order by id",
    [app.store.id],
  );
  assert.equal(rows[0]?.path, null);
  const jobs = "select 1 from long_jobs where store_id = $1 and record_id = $2";
  assert.equal((await database.query(jobs, [app.store.id, unwritten.id])).rowCount, 0);
  await eventually(async () => (await testing.request(made.url ?? "")).status === 404, { within: 60_000 });
});

test("an export interrupted by a stopping process is completed by another one", async () => {
  const store = await seedStore(testing, { products: 3_000 });
  const first = await testPlatform({ on: testing.storage });
  const { browser } = store.owner;
  const made = await browser.call("POST", `${store.host_url}/api/4.0/exports.json`, { resource: "products" });
  const { id } = made.json<{ export: Export }>().export;
  const now = async () => {
    const answer = await browser.call("GET", `${store.host_url}/api/4.0/exports/${id}.json`);
    return answer.json<{ export: Export }>().export;
  };
  await eventually(async () => (await now()).status === "running");
  // Whoever has it, it is taken away from them: as when its process is killed, once its lease has run out.
  const text = "update long_jobs set owner = 'another', epoch = epoch + 1, leased_until = null";
  await testing.database.query(text);
  const half = await now();
  assert.ok(half.status !== "done" && half.url === null, JSON.stringify(half));
  await first.stop();
  await eventually(async () => (await now()).status === "done", { within: 60_000 });
  const lines = await downloadLines(testing, await now());
  assert.equal(new Set(lines.map((line) => (JSON.parse(line) as { id: number }).id)).size, 3_000);
});

test("after 7 days the URL is no longer shown, and the file is deleted", async () => {
  const made = await fixture.written({ resource: "products" });
  assert.ok(Date.parse(made.expires_at) - clock.now() <= 7 * day);
  clock.advance(7 * day + 1);
  const { url, status } = await fixture.shown(made.id);
  assert.deepEqual([url, status], [null, "done"]);
  assert.equal((await testing.request(made.url ?? "")).status, 200, "until it is taken away");
  await testing.database.query(
    "update file_removals set due_at = clock_timestamp() where path like '/exports/%'",
  );
  await eventually(async () => (await testing.request(made.url ?? "")).status === 404, { within: 60_000 });
});
