import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  installApp,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededStore,
  seedStore,
  type TestDatabase,
  type TestPlatform,
  testDatabase,
  testPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { listAvailableApps } from "./available-apps.ts";

let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;

before(async () => {
  testing = await testPlatform();
  receiver = await recordingReceiver();
  store = await seedStore(testing);
});
after(async () => {
  await receiver.stop();
  await testing.stop();
});

type Available = OperationResponse<typeof operations.listAvailableApps>;

async function available(query = ""): Promise<Available> {
  const answer = await store.owner.browser.call(
    "GET",
    `${store.host_url}/api/console/apps/available.json${query}`,
  );
  assert.ok(Check(operations.listAvailableApps.response, answer.json()), answer.text);
  return answer.json<Available>();
}

test("in development a store is offered every public app, and its own are marked", async () => {
  assert.deepEqual((await available()).apps, []);
  const [installed, other] = [
    await registerApp(testing, receiver.url),
    await registerApp(testing, receiver.url),
  ];
  await installApp(testing, { store, app: installed });
  const url = `${store.host_url}/api/console/custom_apps.json`;
  assert.equal((await store.owner.browser.call("POST", url, { name: "Own", scopes: [] })).status, 200);
  const { apps, total_count } = await available();
  assert.equal(total_count, 2);
  const of = (client_id: string) => apps.find((app) => app.client_id === client_id);
  assert.deepEqual([of(installed.client_id)?.installed, of(other.client_id)?.installed], [true, false]);
  const { handle, app_origin, partner_name } = of(other.client_id) ?? {};
  assert.deepEqual([handle, app_origin, partner_name], [other.handle, receiver.url, other.partner.email]);
  assert.equal((await available("?limit=1&page=2")).apps.length, 1);
});

test("an app is not offered while it or its partner is suspended", async () => {
  const app = await registerApp(testing, receiver.url);
  const offered = async () => (await available()).apps.some(({ client_id }) => client_id === app.client_id);
  assert.equal(await offered(), true);
  for (const [table, id] of [
    ["apps", "id = $1"],
    ["partners", "id = (select partner_id from apps where id = $1)"],
  ]) {
    const set = (to: string) => testing.database.query(`update ${table} set ${to} where ${id}`, [app.id]);
    await set("suspended_at = now(), suspended_reason = 'test'");
    assert.equal(await offered(), false, table);
    await set("suspended_at = null, suspended_reason = null");
  }
  assert.equal(await offered(), true);
});

test("in production no apps are offered: apps are found by their makers' links", async () => {
  const made: TestDatabase = await testDatabase();
  const question = { store_id: 1, page: 1, limit: 50 };
  await made.database.query("insert into partners (name) values ('P')");
  await made.database.query(
    `insert into apps (partner_id, name, handle, client_id, app_url) select id, 'A', 'a', 'c', 'https://a.example/' from partners`,
  );
  assert.equal((await listAvailableApps(made.database, question, { offersApps: true })).apps.length, 1);
  assert.deepEqual(await listAvailableApps(made.database, question, { offersApps: false }), {
    apps: [],
    total_count: 0,
    page_count: 1,
    page: 1,
    limit: 50,
  });
  await made.stop();
});
