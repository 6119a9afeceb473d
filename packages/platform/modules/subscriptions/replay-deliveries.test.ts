import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  type Answer,
  eventually,
  installApp,
  loadInstallationId,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";

type Delivery = OperationResponse<typeof operations.listInstallationDeliveries>["deliveries"][number];

let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;
let base: string;
let quantity = 1;

before(async () => {
  [testing, receiver] = await Promise.all([testPlatform(), recordingReceiver()]);
  store = await seedStore(testing, { products: 1 });
});
after(async () => {
  await testing.stop();
  await receiver.stop();
});

beforeEach(async () => {
  receiver.answer({ status: 200 });
  app = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { store, app }));
  base = `/installations/${await loadInstallationId(store, app)}`;
  const json = { topic: "inventory_level/inventory_quantity_update", url: `${receiver.url}/${app.handle}` };
  await testing.request(`${store.origin}/api/3.0/webhooks.json`, { method: "POST", token, json });
});

function call(method: string, path: string, json?: unknown, by = app): Promise<Answer> {
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}${base}${path}`;
  return by.partner.browser.call(method, url, json);
}

async function deliveries(): Promise<Delivery[]> {
  return (await call("GET", "/deliveries.json")).json<{ deliveries: Delivery[] }>().deliveries;
}

async function changeStock(): Promise<void> {
  const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
  const json = { ...level, quantity: ++quantity };
  const url = `${store.origin}/api/4.0/inventory_levels/set.json`;
  assert.equal((await testing.request(url, { method: "PUT", token, json })).status, 200);
}

/** Create this many expired deliveries, as after two days of failures. */
async function expired(count: number): Promise<Delivery[]> {
  receiver.answer({ status: 503 });
  for (let made = 0; made < count; made++) await changeStock();
  await eventually(async () => {
    const all = await deliveries();
    return all.length === count && all.every(({ attempts }) => attempts.length > 0);
  });
  await testing.database.query(
    `update deliveries set state = 'expired', finished_at = clock_timestamp()
     where app_id = $1 and state = 'pending'`,
    [app.id],
  );
  receiver.answer({ status: 200 });
  return deliveries();
}

const arrivals = () => receiver.requests.filter(({ path }) => path === `/${app.handle}`);

test("a partner has one delivery resent, and sees that it was", async () => {
  const [delivery] = await expired(1);
  const answer = await call("POST", `/deliveries/${delivery?.id}/replay.json`);
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Check(operations.replayDelivery.response, answer.json()), answer.text);
  const { delivery: replayed } = answer.json<{ delivery: Delivery }>();
  assert.deepEqual([replayed.id, replayed.state, replayed.replays], [delivery?.id, "pending", 1]);
  const arrived = await eventually(() => arrivals().find(({ headers }) => headers["service-replay"] === "1"));
  assert.equal(arrived.headers["service-webhook-id"], String(delivery?.id));
  const [shown] = await eventually(async () => {
    const all = await deliveries();
    return all[0]?.state === "delivered" && all;
  });
  assert.deepEqual([shown?.replays, shown?.attempts.length], [1, (delivery?.attempts.length ?? 0) + 1]);
  assert.ok(Math.abs(Date.parse(shown?.replayed_at ?? "") - Date.now()) < 60_000);
});

test("a partner has all failures since a time resent, and gets their count", async () => {
  await expired(3);
  const past = new Date(Date.now() - 3_600_000).toISOString();
  const future = new Date(Date.now() + 3_600_000).toISOString();
  const ask = (replay: object) => call("POST", "/deliveries/replay.json", { replay });
  const requestReplay = async (replay: object) => (await ask(replay)).json<{ replay: object }>().replay;
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
  await eventually(async () => (await deliveries()).every(({ state }) => state === "delivered"));
});

test("an invalid time is rejected by name, and nothing is sent", async () => {
  await expired(1);
  for (const since of ["yesterday", "", 7]) {
    const answer = await call("POST", "/deliveries/replay.json", { replay: { since } });
    assert.equal(answer.status, 422);
    assert.equal(readError(answer).fields?.[0]?.path, "since");
  }
  assert.equal((await deliveries())[0]?.state, "expired");
});

test("a delivery is resent only to its own installation and by its own partner", async () => {
  const [delivery] = await expired(1);
  const rival = await registerApp(testing, receiver.url);
  const since = new Date(0).toISOString();
  const rejected = [
    await call("POST", `/deliveries/${delivery?.id}/replay.json`, undefined, rival),
    await call("POST", "/deliveries/replay.json", { replay: { since } }, rival),
    await call("POST", "/deliveries/999999999/replay.json"),
  ];
  for (const answer of rejected)
    assert.deepEqual([answer.status, readError(answer).code], [404, "not_found"], answer.text);
  assert.equal((await deliveries())[0]?.state, "expired");
});

test("nothing is resent to an ended subscription or an unavailable app", async () => {
  const [delivery] = await expired(1);
  const since = new Date(0).toISOString();
  const both = async () => [
    await call("POST", `/deliveries/${delivery?.id}/replay.json`),
    await call("POST", "/deliveries/replay.json", { replay: { since } }),
  ];
  const set = (text: string) => testing.database.query(text, [app.id]);
  await set("update installations set status = 'disabled' where app_id = $1");
  for (const answer of await both()) assert.match(readError(answer).message, /has disabled/);
  await set("update installations set status = 'uninstalled' where app_id = $1");
  for (const answer of await both()) assert.match(readError(answer).message, /no longer installed/);
  await set("update installations set status = 'enabled' where app_id = $1");
  await set("update apps set suspended_at = now(), suspended_reason = 'why' where id = $1");
  for (const answer of await both())
    assert.deepEqual([answer.status, readError(answer).code], [409, "conflict"], answer.text);
  await set("update apps set suspended_at = null, suspended_reason = null where id = $1");
  const partner = "(select partner_id from apps where id = $1)";
  await set(`update partners set suspended_at = now(), suspended_reason = 'why' where id = ${partner}`);
  for (const answer of await both()) assert.equal(readError(answer).code, "partner_suspended");
  await set(`update partners set suspended_at = null, suspended_reason = null where id = ${partner}`);
  await set("delete from lanes where app_id = $1");
  const [one, all] = await both();
  assert.ok(one && all);
  assert.match(readError(one).message, /subscription has ended/);
  assert.deepEqual(all.json(), { replay: { replayed_count: 0, next_after: null, last: 1 } });
  assert.equal((await deliveries())[0]?.state, "expired");
});
