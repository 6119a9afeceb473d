import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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

let testPlatform: TestPlatform, receiver: RecordingReceiver;
let store: SeededStore, app: SeededApp;
let token: string, basePath: string;
before(async () => {
  [testPlatform, receiver] = await Promise.all([startTestPlatform(), startRecordingReceiver()]);
  store = await seedStore(testPlatform, { products: 2 });
  app = await registerApp(testPlatform, receiver.url);
  ({ token } = await installApp(testPlatform, { store, app }));
  basePath = `/installations/${await loadInstallationId(store, app)}`;
});
after(async () => {
  await Promise.all([testPlatform.stop(), receiver.stop()]);
});

const topic = "inventory_level/inventory_quantity_update";

function get(path: string, partner = app.partner): Promise<HttpResponse> {
  const { partnersOrigin } = testPlatform.addresses;
  return partner.browser.call("GET", `${partnersOrigin}/api/console/apps/${app.id}${path}`);
}

async function getOk<T>(path: string): Promise<T> {
  const response = await get(path);
  assert.equal(response.status, 200, response.text);
  return response.json<T>();
}

async function callApi(method: string, path: string, json: unknown): Promise<HttpResponse> {
  const response = await testPlatform.request(`${store.origin}/api${path}`, { method, token, json });
  assert.equal(response.status, 200, response.text);
  return response;
}

async function changeStock(quantity: number): Promise<void> {
  const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
  await callApi("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity });
}

interface Delivery {
  id: number;
  event_id: number;
  topic: string;
  delivery_sequence: number;
  event_sequence: number;
  state: string;
  created_at: string;
  due_at: string | null;
  finished_at: string | null;
  attempts: {
    number: number;
    at: string;
    status: number | null;
    duration_ms: number;
    error: string | null;
    answer: string | null;
  }[];
}

interface Log {
  deliveries: Delivery[];
  next_before: number | null;
}

interface Webhook {
  id: number;
  history?: { after: number; last_sequence: number };
  topic: string;
  url: string;
  warnings?: string[];
  lane: {
    pending_count: number;
    last_success_at: string | null;
    last_failure_at: string | null;
    endpoint: {
      state: string;
      failing_since: string | null;
      next_probe_at: string | null;
    } | null;
  };
}

/** Wait until there are this many deliveries, each with an attempt. */
async function awaitAttempts(count: number): Promise<Delivery[]> {
  let deliveries: Delivery[] = [];
  await eventually(async () => {
    ({ deliveries } = await getOk<Log>(`${basePath}/deliveries.json`));
    return deliveries.length === count && deliveries.every(({ attempts }) => attempts.length > 0);
  });
  return deliveries;
}

test("a partner's delivery log has attempts and responses, but no payloads", async () => {
  await callApi("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/stock` });
  receiver.respondWith({ status: 200, body: `fine ${"x".repeat(2_000)}` });
  await changeStock(7);
  await awaitAttempts(1);
  receiver.respondWith({ status: 503, body: "not now" });
  await changeStock(8);
  const [failed, succeeded] = await awaitAttempts(2);

  const requests = receiver.requests.filter(({ path }) => path === "/stock");
  assert.deepEqual(
    [succeeded, failed].map((delivery) => [
      delivery?.id,
      delivery?.event_id,
      delivery?.delivery_sequence,
      delivery?.event_sequence,
      delivery?.topic,
    ]),
    requests
      .slice(0, 2)
      .map(({ headers }) => [
        Number(headers["service-webhook-id"]),
        Number(headers["service-event-id"]),
        Number(headers["service-delivery-sequence"]),
        Number(headers["service-event-sequence"]),
        topic,
      ]),
  );
  assert.deepEqual([succeeded?.state, succeeded?.due_at, succeeded?.attempts.length], ["delivered", null, 1]);
  const [attempt] = succeeded?.attempts ?? [];
  assert.deepEqual([attempt?.number, attempt?.status, attempt?.error], [1, 200, null]);
  assert.equal(attempt?.answer, `fine ${"x".repeat(1_024 - 5)}`, "the first 1 KB of the response");
  assert.ok(Math.abs(Date.parse(attempt.at) - Date.now()) < 60_000 && attempt.duration_ms >= 0);
  assert.deepEqual([failed?.state, failed?.finished_at], ["pending", null]);
  assert.ok(Date.parse(failed?.due_at ?? "") > Date.now(), "it will be retried");
  assert.deepEqual([failed?.attempts[0]?.status, failed?.attempts[0]?.answer], [503, "not now"]);
  for (const word of ["payload", "variant_id", app.client_secret, token])
    assert.equal((await get(`${basePath}/deliveries.json`)).text.includes(word), false, word);
});

test("the delivery log shows why a delivery got no response", async () => {
  await callApi("POST", "/3.0/webhooks.json", { topic, url: "http://localhost:1/nobody" });
  await changeStock(9);
  const [latestDelivery] = await awaitAttempts(3);
  const [attempt] = latestDelivery?.attempts ?? [];
  assert.deepEqual([attempt?.status, attempt?.answer], [null, null]);
  assert.ok((attempt?.error ?? "").length > 5, attempt?.error ?? "no error");
  await callApi("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/stock` });
});

test("the delivery log can be filtered by state and topic, and is paged", async () => {
  const getNumbers = ({ deliveries }: Log) => deliveries.map(({ delivery_sequence }) => delivery_sequence);
  const listNumbers = async (query: string) =>
    getNumbers(await getOk<Log>(`${basePath}/deliveries.json?${query}`));
  assert.deepEqual(await listNumbers("state=delivered"), [1]);
  assert.deepEqual(await listNumbers("state=pending"), [3, 2]);
  assert.deepEqual(await listNumbers("topic=product%2Fupdate"), []);
  assert.deepEqual(await listNumbers(`topic=${encodeURIComponent(topic)}&limit=250`), [3, 2, 1]);
  const firstPage = await getOk<Log>(`${basePath}/deliveries.json?limit=2`);
  assert.equal(firstPage.next_before, 2);
  const secondPage = await getOk<Log>(`${basePath}/deliveries.json?limit=2&before=${firstPage.next_before}`);
  assert.deepEqual([getNumbers(secondPage), secondPage.next_before], [[1], null]);
  const invalidState = await get(`${basePath}/deliveries.json?state=lost`);
  assert.equal(invalidState.status, 422);
});

test("each subscription in a partner's list shows the state of its endpoint", async () => {
  const { webhooks } = await getOk<{ webhooks: Webhook[] }>(`${basePath}/webhooks.json`);
  const webhook = webhooks[0] ?? assert.fail("no webhook");
  assert.deepEqual(
    [webhooks.length, webhook.topic, webhook.url, webhook.lane.pending_count],
    [1, topic, `${receiver.url}/stock`, 2],
  );
  const { deliveries } = await getOk<Log>(`${basePath}/deliveries.json`);
  assert.equal(webhook.lane.last_success_at, deliveries[2]?.finished_at);
  assert.equal(webhook.lane.last_failure_at, deliveries[0]?.attempts.at(-1)?.at);
  assert.ok(webhook.warnings, "a URL of this machine gets a warning");
  await callApi("POST", "/3.0/webhooks.json", { topic: "product/updated", url: `${receiver.url}/never` });
  const list = await getOk<{ webhooks: Webhook[] }>(`${basePath}/webhooks.json`);
  const { endpoint, ...lane } = list.webhooks[1]?.lane ?? assert.fail("no second webhook");
  assert.deepEqual(lane, { pending_count: 0, last_success_at: null, last_failure_at: null });
  const failing_since = endpoint?.failing_since ?? "";
  assert.deepEqual(endpoint, {
    origin: receiver.url,
    state: "closed",
    failing_since,
    last_failure: "It answered 503.",
    next_probe_at: null,
    rate: null,
  });
  assert.ok(
    Math.abs(Date.parse(failing_since) - Date.now()) < 60_000,
    "both subscriptions have the same failing endpoint",
  );
  const openBreakerText =
    "update endpoints set breaker = 'open', probe_at = '2099-01-01T00:00:00Z' where app_id = $1";
  await testPlatform.database.query(openBreakerText, [app.id]);
  const listWithOpenBreaker = await getOk<{ webhooks: Webhook[] }>(`${basePath}/webhooks.json`);
  const openEndpoint = listWithOpenBreaker.webhooks[0]?.lane.endpoint;
  assert.deepEqual([openEndpoint?.state, openEndpoint?.next_probe_at], ["open", "2099-01-01T00:00:00.000Z"]);
  assert.match(list.webhooks[1]?.warnings?.join() ?? "", /product\/update/);
});

test("a subscription that receives past events shows its progress to the partner", async () => {
  const { id } = (await callApi("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/stock` })).json<{
    id: number;
  }>();
  // No past events are sent while the app is disabled.
  await testPlatform.database.transaction(async (tx) => {
    await tx.query("update installations set status = 'disabled' where app_id = $1", [app.id]);
    await tx.query("update webhook_subscriptions set history_after = 1 where id = $1", [id]);
  });
  const row = await testPlatform.database.maybeOne<{ last_sequence: number }>(
    "select last_sequence from event_heads where store_id = $1",
    [store.id],
  );
  const loadHistory = async () =>
    (await getOk<{ webhooks: Webhook[] }>(`${basePath}/webhooks.json`)).webhooks.find(
      (webhook) => webhook.id === id,
    )?.history;
  assert.deepEqual(await loadHistory(), { after: 1, last_sequence: row?.last_sequence });
  const enableText = "update installations set status = 'enabled' where app_id = $1";
  await testPlatform.database.query(enableText, [app.id]);
  await eventually(async () => (await loadHistory()) === undefined);
});

test("a partner can read an installation's store, status and scopes", async () => {
  const { installation } = await getOk<{
    installation: { shop: string; status: string; scopes: string[]; uninstalled_at: null };
  }>(`${basePath}.json`);
  assert.deepEqual(
    [installation.shop, installation.status, installation.uninstalled_at],
    [`${store.handle}.${testPlatform.addresses.domain}`, "enabled", null],
  );
  assert.ok(installation.scopes.length > 20);
});

test("another partner's installation and another app's installation are not found", async () => {
  const otherApp = await registerApp(testPlatform, receiver.url);
  await installApp(testPlatform, { store, app: otherApp });
  const otherInstallationId = await loadInstallationId(store, otherApp);
  for (const path of [".json", "/webhooks.json", "/deliveries.json", "/delivery_hours.json"]) {
    const otherPartnerResponse = await get(`${basePath}${path}`, otherApp.partner);
    const otherInstallationResponse = await get(`/installations/${otherInstallationId}${path}`);
    for (const response of [otherPartnerResponse, otherInstallationResponse])
      assert.equal(response.json<{ error: { code: string } }>().error.code, "not_found", path);
  }
});

interface Summary {
  app_id: number;
  installations: { enabled: number; disabled: number; uninstalled: number };
  deliveries: { hour: string; succeeded: number; failed: number }[];
}

test("app summaries count installations, and delivery attempts in each of the last 24 hours", async () => {
  const url = `${testPlatform.addresses.partnersOrigin}/api/console/app_summaries.json`;
  // A failed delivery may be retried between two of the following requests. If so, all of them are repeated.
  const summary = await eventually(async () => {
    const response = await app.partner.browser.call("GET", url);
    const { app_summaries, total_count } = response.json<{ app_summaries: Summary[]; total_count: number }>();
    const [appSummary] = app_summaries;
    assert.deepEqual([total_count, appSummary?.app_id], [1, app.id]);
    const { delivery_hours } = await getOk<{ delivery_hours: unknown }>(`${basePath}/delivery_hours.json`);
    assert.deepEqual(delivery_hours, appSummary?.deliveries, "this is the app's only installation");
    const { deliveries } = await getOk<Log>(`${basePath}/deliveries.json?limit=250`);
    const statuses = deliveries.flatMap(({ attempts }) => attempts.map(({ status }) => status));
    const succeededCount = statuses.filter((status) => status === 200).length;
    const sum = (kind: "succeeded" | "failed") =>
      appSummary?.deliveries.reduce((total, hour) => total + hour[kind], 0);
    assert.deepEqual([sum("succeeded"), sum("failed")], [succeededCount, statuses.length - succeededCount]);
    assert.ok(succeededCount >= 1 && statuses.length >= succeededCount + 2);
    return appSummary;
  });
  assert.deepEqual(summary.installations, { enabled: 1, disabled: 0, uninstalled: 0 });
  const hours = summary.deliveries.map(({ hour }) => Date.parse(hour));
  assert.equal(hours.length, 24);
  assert.ok(hours.every((hour, index) => index === 0 || hour - (hours[index - 1] ?? 0) === 3_600_000));
  assert.ok(Date.now() - (hours.at(-1) ?? 0) < 3_600_000 + 60_000);
});

test("the summary of an app that is not installed contains only zeros", async () => {
  const otherApp = await registerApp(testPlatform, receiver.url);
  const url = `${testPlatform.addresses.partnersOrigin}/api/console/app_summaries.json`;
  const response = await otherApp.partner.browser.call("GET", url);
  const { app_summaries } = response.json<{ app_summaries: Summary[] }>();
  assert.deepEqual(app_summaries[0]?.installations, { enabled: 0, disabled: 0, uninstalled: 0 });
  assert.ok(app_summaries[0].deliveries.every(({ succeeded, failed }) => succeeded + failed === 0));
});
