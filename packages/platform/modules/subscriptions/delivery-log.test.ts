import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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

let testing: TestPlatform, receiver: RecordingReceiver;
let store: SeededStore, app: SeededApp;
let token: string, base: string;
before(async () => {
  [testing, receiver] = await Promise.all([testPlatform(), recordingReceiver()]);
  store = await seedStore(testing, { products: 2 });
  app = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { store, app }));
  base = `/installations/${await loadInstallationId(store, app)}`;
});
after(async () => {
  await Promise.all([testing.stop(), receiver.stop()]);
});

const topic = "inventory_level/inventory_quantity_update";

function get(path: string, partner = app.partner): Promise<Answer> {
  return partner.browser.call("GET", `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}${path}`);
}

async function ask<T>(path: string): Promise<T> {
  const answer = await get(path);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<T>();
}

async function api(method: string, path: string, json: unknown): Promise<Answer> {
  const answer = await testing.request(`${store.origin}/api${path}`, { method, token, json });
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

async function changeStock(quantity: number): Promise<void> {
  const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
  await api("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity });
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

async function settled(count: number): Promise<Delivery[]> {
  let deliveries: Delivery[] = [];
  await eventually(async () => {
    ({ deliveries } = await ask<Log>(`${base}/deliveries.json`));
    return deliveries.length === count && deliveries.every(({ attempts }) => attempts.length > 0);
  });
  return deliveries;
}

test("a partner reads the latest deliveries and responses first, without payloads", async () => {
  await api("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/stock` });
  receiver.answer({ status: 200, body: `fine ${"x".repeat(2_000)}` });
  await changeStock(7);
  await settled(1);
  receiver.answer({ status: 503, body: "not now" });
  await changeStock(8);
  const [failed, fine] = await settled(2);

  const sent = receiver.requests.filter(({ path }) => path === "/stock");
  assert.deepEqual(
    [fine, failed].map((delivery) => [
      delivery?.id,
      delivery?.event_id,
      delivery?.delivery_sequence,
      delivery?.event_sequence,
      delivery?.topic,
    ]),
    sent
      .slice(0, 2)
      .map(({ headers }) => [
        Number(headers["service-webhook-id"]),
        Number(headers["service-event-id"]),
        Number(headers["service-delivery-sequence"]),
        Number(headers["service-event-sequence"]),
        topic,
      ]),
  );
  assert.deepEqual([fine?.state, fine?.due_at, fine?.attempts.length], ["delivered", null, 1]);
  const [attempt] = fine?.attempts ?? [];
  assert.deepEqual([attempt?.number, attempt?.status, attempt?.error], [1, 200, null]);
  assert.equal(attempt?.answer, `fine ${"x".repeat(1_024 - 5)}`, "the first 1 KB of the answer");
  assert.ok(Math.abs(Date.parse(attempt.at) - Date.now()) < 60_000 && attempt.duration_ms >= 0);
  assert.deepEqual([failed?.state, failed?.finished_at], ["pending", null]);
  assert.ok(Date.parse(failed?.due_at ?? "") > Date.now(), "it is tried again");
  assert.deepEqual([failed?.attempts[0]?.status, failed?.attempts[0]?.answer], [503, "not now"]);
  for (const word of ["payload", "variant_id", app.client_secret, token])
    assert.equal((await get(`${base}/deliveries.json`)).text.includes(word), false, word);
});

test("a delivery without a response shows the reason", async () => {
  await api("POST", "/3.0/webhooks.json", { topic, url: "http://localhost:1/nobody" });
  await changeStock(9);
  const [last] = await settled(3);
  const [attempt] = last?.attempts ?? [];
  assert.deepEqual([attempt?.status, attempt?.answer], [null, null]);
  assert.ok((attempt?.error ?? "").length > 5, attempt?.error ?? "no error");
  await api("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/stock` });
});

test("the log is filtered by state and topic, and walked page by page", async () => {
  const numbers = async (query: string) =>
    (await ask<Log>(`${base}/deliveries.json?${query}`)).deliveries.map(
      ({ delivery_sequence }) => delivery_sequence,
    );
  assert.deepEqual(await numbers("state=delivered"), [1]);
  assert.deepEqual(await numbers("state=pending"), [3, 2]);
  assert.deepEqual(await numbers("topic=product%2Fupdate"), []);
  assert.deepEqual(await numbers(`topic=${encodeURIComponent(topic)}&limit=250`), [3, 2, 1]);
  const first = await ask<Log>(`${base}/deliveries.json?limit=2`);
  assert.equal(first.next_before, 2);
  const second = await ask<Log>(`${base}/deliveries.json?limit=2&before=${first.next_before}`);
  assert.deepEqual(
    [second.deliveries.map(({ delivery_sequence }) => delivery_sequence), second.next_before],
    [[1], null],
  );
  const wrong = await get(`${base}/deliveries.json?state=lost`);
  assert.equal(wrong.status, 422);
});

test("each subscription shows the state of its endpoint", async () => {
  const { webhooks } = await ask<{ webhooks: Webhook[] }>(`${base}/webhooks.json`);
  const webhook = webhooks[0] ?? assert.fail("is not there");
  assert.deepEqual(
    [webhooks.length, webhook.topic, webhook.url, webhook.lane.pending_count],
    [1, topic, `${receiver.url}/stock`, 2],
  );
  const { deliveries } = await ask<Log>(`${base}/deliveries.json`);
  assert.equal(webhook.lane.last_success_at, deliveries[2]?.finished_at);
  assert.equal(webhook.lane.last_failure_at, deliveries[0]?.attempts.at(-1)?.at);
  assert.ok(webhook.warnings, "an address of this machine is worth a look");
  await api("POST", "/3.0/webhooks.json", { topic: "product/updated", url: `${receiver.url}/never` });
  const both = await ask<{ webhooks: Webhook[] }>(`${base}/webhooks.json`);
  const { endpoint, ...lane } = both.webhooks[1]?.lane ?? assert.fail("is not there");
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
    "it is the same endpoint, which fails",
  );
  const open = "update endpoints set breaker = 'open', probe_at = '2099-01-01T00:00:00Z' where app_id = $1";
  await testing.database.query(open, [app.id]);
  const slowed = await ask<{ webhooks: Webhook[] }>(`${base}/webhooks.json`);
  const shownEndpoint = slowed.webhooks[0]?.lane.endpoint;
  assert.deepEqual(
    [shownEndpoint?.state, shownEndpoint?.next_probe_at],
    ["open", "2099-01-01T00:00:00.000Z"],
  );
  assert.match(both.webhooks[1]?.warnings?.join() ?? "", /product\/update/);
});

test("a subscription with a replay of history shows its progress", async () => {
  const { id } = (await api("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/stock` })).json<{
    id: number;
  }>();
  // History waits while the app is disabled.
  await testing.database.transaction(async (tx) => {
    await tx.query("update installations set status = 'disabled' where app_id = $1", [app.id]);
    await tx.query("update webhook_subscriptions set history_after = 1 where id = $1", [id]);
  });
  const row = await testing.database.maybeOne<{ last_sequence: number }>(
    "select last_sequence from event_heads where store_id = $1",
    [store.id],
  );
  const loadHistory = async () =>
    (await ask<{ webhooks: Webhook[] }>(`${base}/webhooks.json`)).webhooks.find(
      (webhook) => webhook.id === id,
    )?.history;
  assert.deepEqual(await loadHistory(), { after: 1, last_sequence: row?.last_sequence });
  await testing.database.query("update installations set status = 'enabled' where app_id = $1", [app.id]);
  await eventually(async () => (await loadHistory()) === undefined);
});

test("one installation shows its store, its state and its scopes", async () => {
  const { installation } = await ask<{
    installation: { shop: string; status: string; scopes: string[]; uninstalled_at: null };
  }>(`${base}.json`);
  assert.deepEqual(
    [installation.shop, installation.status, installation.uninstalled_at],
    [`${store.handle}.${testing.addresses.domain}`, "enabled", null],
  );
  assert.ok(installation.scopes.length > 20);
});

test("another partner and another app's installation find nothing", async () => {
  const rival = await registerApp(testing, receiver.url);
  await installApp(testing, { store, app: rival });
  const other = await loadInstallationId(store, rival);
  for (const path of [".json", "/webhooks.json", "/deliveries.json", "/delivery_hours.json"]) {
    const stranger = await get(`${base}${path}`, rival.partner);
    const mixed = await get(`/installations/${other}${path}`);
    for (const answer of [stranger, mixed])
      assert.equal(answer.json<{ error: { code: string } }>().error.code, "not_found", path);
  }
});

interface Summary {
  app_id: number;
  installations: { enabled: number; disabled: number; uninstalled: number };
  deliveries: { hour: string; succeeded: number; failed: number }[];
}

test("the list of apps can show installations and deliveries of the last 24 hours", async () => {
  const url = `${testing.addresses.partnersOrigin}/api/console/app_summaries.json`;
  // What failed may be tried again at any time: what is read must be of one moment.
  const summary = await eventually(async () => {
    const answer = await app.partner.browser.call("GET", url);
    const { app_summaries, total_count } = answer.json<{ app_summaries: Summary[]; total_count: number }>();
    const [only] = app_summaries;
    assert.deepEqual([total_count, only?.app_id], [1, app.id]);
    const { delivery_hours } = await ask<{ delivery_hours: unknown }>(`${base}/delivery_hours.json`);
    assert.deepEqual(delivery_hours, only?.deliveries, "this is the app's only installation");
    const { deliveries } = await ask<Log>(`${base}/deliveries.json?limit=250`);
    const statuses = deliveries.flatMap(({ attempts }) => attempts.map(({ status }) => status));
    const succeeded = statuses.filter((status) => status === 200).length;
    const sum = (kind: "succeeded" | "failed") =>
      only?.deliveries.reduce((total, hour) => total + hour[kind], 0);
    assert.deepEqual([sum("succeeded"), sum("failed")], [succeeded, statuses.length - succeeded]);
    assert.ok(succeeded >= 1 && statuses.length - succeeded >= 2);
    return only;
  });
  assert.deepEqual(summary.installations, { enabled: 1, disabled: 0, uninstalled: 0 });
  assert.equal(summary.deliveries.length, 24);
  const hours = summary.deliveries.map(({ hour }) => Date.parse(hour));
  assert.ok(hours.every((begin, index) => index === 0 || begin - (hours[index - 1] ?? 0) === 3_600_000));
  assert.ok(Date.now() - (hours.at(-1) ?? 0) < 3_600_000 + 60_000);
});

test("an app that is not installed shows zeros", async () => {
  const idle = await registerApp(testing, receiver.url);
  const url = `${testing.addresses.partnersOrigin}/api/console/app_summaries.json`;
  const answer = await idle.partner.browser.call("GET", url);
  const { app_summaries } = answer.json<{ app_summaries: Summary[] }>();
  assert.deepEqual(app_summaries[0]?.installations, { enabled: 0, disabled: 0, uninstalled: 0 });
  assert.ok(app_summaries[0].deliveries.every(({ succeeded, failed }) => succeeded + failed === 0));
});
