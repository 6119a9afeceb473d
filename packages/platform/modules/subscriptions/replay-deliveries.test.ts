import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  eventually,
  type HttpResponse,
  installApp,
  loadInstallationId,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";

type Delivery = OperationResponse<typeof operations.listInstallationDeliveries>["deliveries"][number];

let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;
let basePath: string;
let quantity = 1;

before(async () => {
  [testPlatform, receiver] = await Promise.all([startTestPlatform(), startRecordingReceiver()]);
  store = await seedStore(testPlatform, { products: 1 });
});
after(async () => {
  await testPlatform.stop();
  await receiver.stop();
});

beforeEach(async () => {
  receiver.respondWith({ status: 200 });
  app = await registerApp(testPlatform, receiver.url);
  ({ token } = await installApp(testPlatform, { store, app }));
  basePath = `/installations/${await loadInstallationId(store, app)}`;
  const json = { topic: "inventory_level/inventory_quantity_update", url: `${receiver.url}/${app.handle}` };
  await testPlatform.request(`${store.origin}/api/3.0/webhooks.json`, { method: "POST", token, json });
});

function call(method: string, path: string, json?: unknown, callingApp = app): Promise<HttpResponse> {
  const url = `${testPlatform.addresses.partnersOrigin}/api/console/apps/${app.id}${basePath}${path}`;
  return callingApp.partner.browser.call(method, url, json);
}

async function listDeliveries(): Promise<Delivery[]> {
  return (await call("GET", "/deliveries.json")).json<{ deliveries: Delivery[] }>().deliveries;
}

async function changeStock(): Promise<void> {
  const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
  const json = { ...level, quantity: ++quantity };
  const url = `${store.origin}/api/4.0/inventory_levels/set.json`;
  assert.equal((await testPlatform.request(url, { method: "PUT", token, json })).status, 200);
}

/** Create this many deliveries that failed and count as expired, as if they had failed for two days. */
async function createExpiredDeliveries(count: number): Promise<Delivery[]> {
  receiver.respondWith({ status: 503 });
  for (let change = 0; change < count; change++) await changeStock();
  await eventually(async () => {
    const current = await listDeliveries();
    return current.length === count && current.every(({ attempts }) => attempts.length > 0);
  });
  await testPlatform.database.query(
    `update deliveries set state = 'expired', finished_at = clock_timestamp()
     where app_id = $1 and state = 'pending'`,
    [app.id],
  );
  receiver.respondWith({ status: 200 });
  return listDeliveries();
}

const listRequests = () => receiver.requests.filter(({ path }) => path === `/${app.handle}`);

test("a partner can resend a delivery, and the log shows the replay", async () => {
  const [delivery] = await createExpiredDeliveries(1);
  const response = await call("POST", `/deliveries/${delivery?.id}/replay.json`);
  assert.equal(response.status, 200, response.text);
  assert.ok(Check(operations.replayDelivery.response, response.json()), response.text);
  const { delivery: replayed } = response.json<{ delivery: Delivery }>();
  assert.deepEqual([replayed.id, replayed.state, replayed.replays], [delivery?.id, "pending", 1]);
  const request = await eventually(() =>
    listRequests().find(({ headers }) => headers["service-replay"] === "1"),
  );
  assert.equal(request.headers["service-webhook-id"], String(delivery?.id));
  const [redelivered] = await eventually(async () => {
    const current = await listDeliveries();
    return current[0]?.state === "delivered" && current;
  });
  assert.deepEqual(
    [redelivered?.replays, redelivered?.attempts.length],
    [1, (delivery?.attempts.length ?? 0) + 1],
  );
  assert.ok(Math.abs(Date.parse(redelivered?.replayed_at ?? "") - Date.now()) < 60_000);
});

test("a partner can resend all failed deliveries since a given time, and gets their count", async () => {
  await createExpiredDeliveries(3);
  const past = new Date(Date.now() - 3_600_000).toISOString();
  const future = new Date(Date.now() + 3_600_000).toISOString();
  const requestReplay = async (replay: object) =>
    (await call("POST", "/deliveries/replay.json", { replay })).json<{ replay: object }>().replay;
  assert.deepEqual(await requestReplay({ since: future }), { replayed_count: 0, next_after: null, last: 3 });
  assert.deepEqual(await requestReplay({ since: past, topic: "order/create" }), {
    replayed_count: 0,
    next_after: null,
    last: 3,
  });
  assert.deepEqual(await requestReplay({ since: past, after: 1 }), {
    replayed_count: 2,
    next_after: null,
    last: 3,
  });
  assert.deepEqual(await requestReplay({ since: past }), { replayed_count: 1, next_after: null, last: 3 });
  await eventually(async () => (await listDeliveries()).every(({ state }) => state === "delivered"));
});

test("resending deliveries with an invalid `since` is rejected, and nothing is sent", async () => {
  await createExpiredDeliveries(1);
  for (const since of ["yesterday", "", 7]) {
    const response = await call("POST", "/deliveries/replay.json", { replay: { since } });
    assert.equal(response.status, 422);
    assert.equal(readError(response).fields?.[0]?.path, "since");
  }
  assert.equal((await listDeliveries())[0]?.state, "expired");
});

test("another partner's delivery and an unknown delivery can't be resent", async () => {
  const [delivery] = await createExpiredDeliveries(1);
  const otherApp = await registerApp(testPlatform, receiver.url);
  const since = new Date(0).toISOString();
  const responses = [
    await call("POST", `/deliveries/${delivery?.id}/replay.json`, undefined, otherApp),
    await call("POST", "/deliveries/replay.json", { replay: { since } }, otherApp),
    await call("POST", "/deliveries/999999999/replay.json"),
  ];
  for (const response of responses)
    assert.deepEqual([response.status, readError(response).code], [404, "not_found"], response.text);
  assert.equal((await listDeliveries())[0]?.state, "expired");
});

test("nothing is resent to an ended subscription or to a disabled or suspended app", async () => {
  const [delivery] = await createExpiredDeliveries(1);
  const since = new Date(0).toISOString();
  const tryReplays = async () => [
    await call("POST", `/deliveries/${delivery?.id}/replay.json`),
    await call("POST", "/deliveries/replay.json", { replay: { since } }),
  ];
  const update = (text: string) => testPlatform.database.query(text, [app.id]);
  await update("update installations set status = 'disabled' where app_id = $1");
  for (const response of await tryReplays()) assert.match(readError(response).message, /has disabled/);
  await update("update installations set status = 'uninstalled' where app_id = $1");
  for (const response of await tryReplays()) assert.match(readError(response).message, /no longer installed/);
  await update("update installations set status = 'enabled' where app_id = $1");
  await update("update apps set suspended_at = now(), suspended_reason = 'why' where id = $1");
  for (const response of await tryReplays())
    assert.deepEqual([response.status, readError(response).code], [409, "conflict"], response.text);
  await update("update apps set suspended_at = null, suspended_reason = null where id = $1");
  const partner = "(select partner_id from apps where id = $1)";
  await update(`update partners set suspended_at = now(), suspended_reason = 'why' where id = ${partner}`);
  for (const response of await tryReplays()) assert.equal(readError(response).code, "partner_suspended");
  await update(`update partners set suspended_at = null, suspended_reason = null where id = ${partner}`);
  await update("delete from lanes where app_id = $1");
  const [single, bulk] = await tryReplays();
  assert.ok(single && bulk);
  assert.match(readError(single).message, /subscription has ended/);
  assert.deepEqual(bulk.json(), { replay: { replayed_count: 0, next_after: null, last: 1 } });
  assert.equal((await listDeliveries())[0]?.state, "expired");
});
