import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyBody } from "@souk/signing";
import {
  type Answer,
  installApp,
  lockAwaited,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

interface Webhook {
  id: number;
  topic: string;
  url: string;
  created_at: string;
  updated_at: string;
  warnings?: string[];
}

let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;

before(async () => {
  [testing, receiver] = await Promise.all([testPlatform(), recordingReceiver()]);
  store = await seedStore(testing, { products: 2, locations: 2 });
  app = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { store, app }));
});
after(async () => {
  await testing.stop();
  await receiver.stop();
});

function call(method: string, path: string, json?: unknown, as = token): Promise<Answer> {
  return testing.request(`${store.origin}/api${path}`, { method, json, token: as });
}

async function subscribe(topic: string, url: string, as = token): Promise<Webhook> {
  const answer = await call("POST", "/3.0/webhooks.json", { webhook: { topic, url } }, as);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ webhook: Webhook }>().webhook;
}

async function adjust(adjustment_quantity: number): Promise<void> {
  const [variant, location] = [store.variants[0]?.id, store.locations[0]?.id];
  const change = { variant_id: variant, location_id: location, adjustment_quantity };
  assert.equal((await call("PUT", "/4.0/inventory_levels/adjust.json", change)).status, 200);
}

const arrivedAt = (path: string) => receiver.requests.filter((request) => request.path === path);

test("WHK-1: a subscription is returned bare and under webhook, with a localhost warning", async () => {
  const url = `${receiver.url}/plain`;
  const answer = await call("POST", "/3.0/webhooks.json", { topic: "product/create", url });
  assert.equal(answer.status, 200);
  const { webhook, ...bare } = answer.json<Webhook & { webhook: Webhook }>();
  assert.deepEqual(bare, webhook);
  assert.deepEqual(Object.keys(webhook), ["id", "topic", "url", "created_at", "updated_at", "warnings"]);
  assert.match(webhook.warnings?.join() ?? "", /points to this machine/);
  assert.match(webhook.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
  const read = await call("GET", `/3.0/webhooks/${webhook.id}.json`);
  assert.deepEqual(read.json<{ webhook: Webhook }>().webhook, webhook);
});

test("WHK-1: a misspelled topic is stored, with the nearest name offered", async () => {
  const { topic, warnings } = await subscribe("prodct/update", `${receiver.url}/never`);
  assert.equal(topic, "prodct/update");
  assert.match(warnings?.[0] ?? "", /product\/update/);
});

test("WHK-2: a URL that is not public, or is the platform's, is rejected by name", async () => {
  const before = (await call("GET", "/3.0/webhooks/count.json")).text;
  const urls = [
    "http://shop.kedai.my/hook",
    "https://hooks.example.com/",
    "https://10.0.0.1/",
    "https://192.168.1.1/",
    `https://${store.handle}.souk.localhost/hook`,
    "https://souk.localhost/",
    "ftp://files.kedai.my/",
    "not a url",
  ];
  for (const url of urls) {
    const answer = await call("POST", "/3.0/webhooks.json", { webhook: { topic: "order/create", url } });
    assert.equal(answer.status, 422, url);
    assert.deepEqual(
      answer.json<{ error: { fields: { path: string }[] } }>().error.fields.map(({ path }) => path),
      ["url"],
    );
  }
  assert.equal((await call("GET", "/3.0/webhooks/count.json")).text, before);
});

test("WHK-3: repeating a topic replaces its URL, and new deliveries go to the new one", async () => {
  const topic = "inventory_level/inventory_quantity_update";
  const first = await subscribe(topic, `${receiver.url}/first`);
  await adjust(1);
  const request = await receiver.received(({ path }) => path === "/first");
  const signature = request.headers["service-hmac-sha256"];
  assert.deepEqual(verifyBody(request.body, signature, app.client_secret), { ok: true });
  const second = await subscribe(topic, `${receiver.url}/second`);
  assert.equal(second.id, first.id);
  assert.ok(Date.parse(second.updated_at) > Date.parse(first.updated_at));
  const list = await call("GET", `/3.0/webhooks.json?topic=${topic}`);
  assert.deepEqual(
    list.json<{ webhooks: Webhook[] }>().webhooks.map(({ url }) => url),
    [`${receiver.url}/second`],
  );
  await adjust(1);
  await receiver.received(({ path }) => path === "/second");
  assert.equal(arrivedAt("/first").length, 1);
});

test("the URL of a subscription is changed by its id", async () => {
  const { id } = await subscribe("product/update", `${receiver.url}/before`);
  const url = `${receiver.url}/after`;
  const answer = await call("PUT", `/3.0/webhooks/${id}.json`, { webhook: { url } });
  assert.equal(answer.json<{ webhook: Webhook }>().webhook.url, url);
  await adjust(1);
  await receiver.received(({ path }) => path === "/after");
  assert.equal(arrivedAt("/before").length, 0);
  const rejected = await call("PUT", `/3.0/webhooks/${id}.json`, { url: "https://10.0.0.1/" });
  assert.equal(rejected.status, 422);
});

test("a deleted subscription is gone and nothing more is sent to it", async () => {
  const { id } = await subscribe("product/update", `${receiver.url}/ended`);
  assert.equal((await call("DELETE", `/3.0/webhooks/${id}.json`)).text, "{}");
  assert.equal((await call("DELETE", `/3.0/webhooks/${id}.json`)).status, 404);
  await adjust(1);
  await sleep(700);
  assert.equal(arrivedAt("/ended").length, 0);
  const lanes = await testing.database.query("select from lanes where subscription_id = $1", [id]);
  assert.equal(lanes.rowCount, 0);
});

test("an app sees and changes only its own subscriptions", async () => {
  const own = await subscribe("store/update", `${receiver.url}/own`);
  const other = await registerApp(testing, receiver.url);
  const grant = await installApp(testing, { store, app: other, scopes: ["read_products"] });
  const theirs = await subscribe("store/update", `${receiver.url}/theirs`, grant.token);
  assert.notEqual(theirs.id, own.id);
  for (const method of ["GET", "PUT", "DELETE"]) {
    const json = method === "PUT" ? { url: `${receiver.url}/taken` } : undefined;
    const answer = await call(method, `/3.0/webhooks/${own.id}.json`, json, grant.token);
    assert.equal(answer.status, 404, method);
  }
  const list = await call("GET", "/3.0/webhooks.json", undefined, grant.token);
  assert.deepEqual(
    list.json<{ webhooks: Webhook[] }>().webhooks.map(({ id }) => id),
    [theirs.id],
  );
  assert.deepEqual((await call("GET", "/3.0/webhooks/count.json", undefined, grant.token)).json(), {
    count: 1,
  });
});

test("INS-17 INS-18 a subscription request that waits for its app's end is rejected", async () => {
  const { database } = testing;
  for (const [status, code] of [
    ["disabled", "app_disabled"],
    ["uninstalled", "token_revoked"],
  ] as const) {
    const leaving = await registerApp(testing, receiver.url);
    const grant = await installApp(testing, { store, app: leaving });
    const sent = await database.transaction(async (tx) => {
      await tx.query(
        `update installations set status = $1 from apps where apps.id = app_id and client_id = $2`,
        [status, leaving.client_id],
      );
      const url = `${receiver.url}/late`;
      const late = call("POST", "/3.0/webhooks.json", { topic: "product/update", url }, grant.token);
      await lockAwaited(database);
      return { late };
    });
    const answer = await sent.late;
    assert.equal(answer.status, 401);
    assert.equal(answer.json<{ error: { code: string } }>().error.code, code);
  }
});

test("a merchant's session has no subscriptions: 403", async () => {
  const { browser } = store.owner;
  const answer = await browser.call("GET", `${store.host_url}/api/3.0/webhooks.json`);
  assert.equal(answer.status, 403);
  assert.equal(answer.json<{ error: { code: string } }>().error.code, "not_allowed");
});
