import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  createTestDatabase,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestDatabase,
  type TestPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { listAvailableApps } from "./available-apps.ts";

let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;

before(async () => {
  testPlatform = await startTestPlatform();
  receiver = await startRecordingReceiver();
  store = await seedStore(testPlatform);
});
after(async () => {
  await receiver.stop();
  await testPlatform.stop();
});

type AvailableApps = OperationResponse<typeof operations.listAvailableApps>;

async function listApps(query = ""): Promise<AvailableApps> {
  const response = await store.owner.browser.call(
    "GET",
    `${store.host_url}/api/console/apps/available.json${query}`,
  );
  assert.ok(Check(operations.listAvailableApps.response, response.json()), response.text);
  return response.json<AvailableApps>();
}

test("in development, the list of available apps has all public apps and marks the installed apps", async () => {
  assert.deepEqual((await listApps()).apps, []);
  const [installedApp, otherApp] = [
    await registerApp(testPlatform, receiver.url),
    await registerApp(testPlatform, receiver.url),
  ];
  await installApp(testPlatform, { store, app: installedApp });
  const url = `${store.host_url}/api/console/custom_apps.json`;
  assert.equal((await store.owner.browser.call("POST", url, { name: "Own", scopes: [] })).status, 200);
  const { apps, total_count } = await listApps();
  assert.equal(total_count, 2);
  const findApp = (client_id: string) => apps.find((app) => app.client_id === client_id);
  assert.deepEqual(
    [findApp(installedApp.client_id)?.installed, findApp(otherApp.client_id)?.installed],
    [true, false],
  );
  const { handle, app_origin, partner_name } = findApp(otherApp.client_id) ?? {};
  assert.deepEqual(
    [handle, app_origin, partner_name],
    [otherApp.handle, receiver.url, otherApp.partner.email],
  );
  assert.equal((await listApps("?limit=1&page=2")).apps.length, 1);
});

test("an app is not offered for installation while it or its partner is suspended", async () => {
  const app = await registerApp(testPlatform, receiver.url);
  const isOffered = async () => (await listApps()).apps.some(({ client_id }) => client_id === app.client_id);
  assert.equal(await isOffered(), true);
  for (const [table, condition] of [
    ["apps", "id = $1"],
    ["partners", "id = (select partner_id from apps where id = $1)"],
  ]) {
    const setColumns = (assignments: string) =>
      testPlatform.database.query(`update ${table} set ${assignments} where ${condition}`, [app.id]);
    await setColumns("suspended_at = now(), suspended_reason = 'test'");
    assert.equal(await isOffered(), false, table);
    await setColumns("suspended_at = null, suspended_reason = null");
  }
  assert.equal(await isOffered(), true);
});

test("in production the list of available apps is empty", async () => {
  const testDb: TestDatabase = await createTestDatabase();
  const request = { store_id: 1, page: 1, limit: 50 };
  await testDb.database.query("insert into partners (name) values ('P')");
  await testDb.database.query(
    `insert into apps (partner_id, name, handle, client_id, app_url) select id, 'A', 'a', 'c', 'https://a.example/' from partners`,
  );
  assert.equal((await listAvailableApps(testDb.database, request, { offersApps: true })).apps.length, 1);
  assert.deepEqual(await listAvailableApps(testDb.database, request, { offersApps: false }), {
    apps: [],
    total_count: 0,
    page_count: 1,
    page: 1,
    limit: 50,
  });
  await testDb.stop();
});
