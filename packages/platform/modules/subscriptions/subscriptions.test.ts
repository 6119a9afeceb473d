import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyBody } from "@souk/signing";
import {
  type HttpResponse,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
  waitForLockWaits,
} from "@souk/testkit";

interface Webhook {
  id: number;
  topic: string;
  url: string;
  created_at: string;
  updated_at: string;
  warnings?: string[];
}

let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;

before(async () => {
  [testPlatform, receiver] = await Promise.all([startTestPlatform(), startRecordingReceiver()]);
  store = await seedStore(testPlatform, { products: 2, locations: 2 });
  app = await registerApp(testPlatform, receiver.url);
  ({ token } = await installApp(testPlatform, { store, app }));
});
after(async () => {
  await testPlatform.stop();
  await receiver.stop();
});

function call(method: string, path: string, json?: unknown, accessToken = token): Promise<HttpResponse> {
  return testPlatform.request(`${store.origin}/api${path}`, { method, json, token: accessToken });
}

async function subscribe(topic: string, url: string, accessToken = token): Promise<Webhook> {
  const response = await call("POST", "/3.0/webhooks.json", { webhook: { topic, url } }, accessToken);
  assert.equal(response.status, 200, response.text);
  return response.json<{ webhook: Webhook }>().webhook;
}

async function adjustStock(adjustment_quantity: number): Promise<void> {
  const [variant, location] = [store.variants[0]?.id, store.locations[0]?.id];
  const change = { variant_id: variant, location_id: location, adjustment_quantity };
  assert.equal((await call("PUT", "/4.0/inventory_levels/adjust.json", change)).status, 200);
}

const listRequestsAt = (path: string) => receiver.requests.filter((request) => request.path === path);

test("WHK-1: a new subscription is returned at the top level and under `webhook`", async () => {
  const url = `${receiver.url}/plain`;
  const response = await call("POST", "/3.0/webhooks.json", { topic: "product/create", url });
  assert.equal(response.status, 200);
  const { webhook, ...topLevelFields } = response.json<Webhook & { webhook: Webhook }>();
  assert.deepEqual(topLevelFields, webhook);
  assert.deepEqual(Object.keys(webhook), ["id", "topic", "url", "created_at", "updated_at", "warnings"]);
  assert.match(webhook.warnings?.join() ?? "", /points to this machine/);
  assert.match(webhook.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
  const getResponse = await call("GET", `/3.0/webhooks/${webhook.id}.json`);
  assert.deepEqual(getResponse.json<{ webhook: Webhook }>().webhook, webhook);
});

test("WHK-1: a misspelled topic is stored, with a warning that suggests a topic", async () => {
  const { topic, warnings } = await subscribe("prodct/update", `${receiver.url}/never`);
  assert.equal(topic, "prodct/update");
  assert.match(warnings?.[0] ?? "", /product\/update/);
});

test("WHK-2: a webhook URL must be public and must not be on the platform's domain", async () => {
  const countBefore = (await call("GET", "/3.0/webhooks/count.json")).text;
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
    const response = await call("POST", "/3.0/webhooks.json", { webhook: { topic: "order/create", url } });
    assert.equal(response.status, 422, url);
    assert.deepEqual(
      response.json<{ error: { fields: { path: string }[] } }>().error.fields.map(({ path }) => path),
      ["url"],
    );
  }
  assert.equal((await call("GET", "/3.0/webhooks/count.json")).text, countBefore);
});

test("WHK-3: subscribing to a topic again replaces the URL for new deliveries", async () => {
  const topic = "inventory_level/inventory_quantity_update";
  const first = await subscribe(topic, `${receiver.url}/first`);
  await adjustStock(1);
  const request = await receiver.waitForRequest(({ path }) => path === "/first");
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
  await adjustStock(1);
  await receiver.waitForRequest(({ path }) => path === "/second");
  assert.equal(listRequestsAt("/first").length, 1);
});

test("after a subscription's URL is updated, new deliveries are sent to the new URL", async () => {
  const { id } = await subscribe("product/update", `${receiver.url}/before`);
  const url = `${receiver.url}/after`;
  const response = await call("PUT", `/3.0/webhooks/${id}.json`, { webhook: { url } });
  assert.equal(response.json<{ webhook: Webhook }>().webhook.url, url);
  await adjustStock(1);
  await receiver.waitForRequest(({ path }) => path === "/after");
  assert.equal(listRequestsAt("/before").length, 0);
  const rejectedResponse = await call("PUT", `/3.0/webhooks/${id}.json`, { url: "https://10.0.0.1/" });
  assert.equal(rejectedResponse.status, 422);
});

test("deleting a subscription deletes its lane, and nothing more is sent to its URL", async () => {
  const { id } = await subscribe("product/update", `${receiver.url}/ended`);
  assert.equal((await call("DELETE", `/3.0/webhooks/${id}.json`)).text, "{}");
  assert.equal((await call("DELETE", `/3.0/webhooks/${id}.json`)).status, 404);
  await adjustStock(1);
  await sleep(700);
  assert.equal(listRequestsAt("/ended").length, 0);
  const lanes = await testPlatform.database.query("select from lanes where subscription_id = $1", [id]);
  assert.equal(lanes.rowCount, 0);
});

test("an app sees and changes only its own subscriptions", async () => {
  const webhook = await subscribe("store/update", `${receiver.url}/own`);
  const otherApp = await registerApp(testPlatform, receiver.url);
  const grant = await installApp(testPlatform, { store, app: otherApp, scopes: ["read_products"] });
  const otherWebhook = await subscribe("store/update", `${receiver.url}/theirs`, grant.token);
  assert.notEqual(otherWebhook.id, webhook.id);
  for (const method of ["GET", "PUT", "DELETE"]) {
    const json = method === "PUT" ? { url: `${receiver.url}/taken` } : undefined;
    const response = await call(method, `/3.0/webhooks/${webhook.id}.json`, json, grant.token);
    assert.equal(response.status, 404, method);
  }
  const list = await call("GET", "/3.0/webhooks.json", undefined, grant.token);
  assert.deepEqual(
    list.json<{ webhooks: Webhook[] }>().webhooks.map(({ id }) => id),
    [otherWebhook.id],
  );
  assert.deepEqual((await call("GET", "/3.0/webhooks/count.json", undefined, grant.token)).json(), {
    count: 1,
  });
});

test("INS-17, INS-18: a new subscription is rejected while its app is being disabled or uninstalled", async () => {
  const { database } = testPlatform;
  for (const [status, code] of [
    ["disabled", "app_disabled"],
    ["uninstalled", "token_revoked"],
  ] as const) {
    const affectedApp = await registerApp(testPlatform, receiver.url);
    const grant = await installApp(testPlatform, { store, app: affectedApp });
    const { request } = await database.transaction(async (tx) => {
      await tx.query(
        `update installations set status = $1 from apps where apps.id = app_id and client_id = $2`,
        [status, affectedApp.client_id],
      );
      const url = `${receiver.url}/late`;
      const request = call("POST", "/3.0/webhooks.json", { topic: "product/update", url }, grant.token);
      await waitForLockWaits(database);
      // The request's promise is returned in an object, because an async function would wait for the promise itself.
      return { request };
    });
    const response = await request;
    assert.equal(response.status, 401);
    assert.equal(response.json<{ error: { code: string } }>().error.code, code);
  }
});

test("listing webhooks with a merchant's session is rejected with not_allowed", async () => {
  const { browser } = store.owner;
  const response = await browser.call("GET", `${store.host_url}/api/3.0/webhooks.json`);
  assert.equal(response.status, 403);
  assert.equal(response.json<{ error: { code: string } }>().error.code, "not_allowed");
});
