import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { DatabaseUnavailable } from "@souk/database";
import { eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import { lastAttemptAfterMs, retryWaitsMs, retryWindowMs } from "./schedule.ts";
import {
  createEngineFixture,
  type DeliveryRow,
  type EngineFixture,
  type TestSubscription,
} from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
});
afterEach(async () => {
  await fixture.stop();
  await receiver.stop();
});

async function waitForDelivery(
  hook: TestSubscription,
  check: (row: DeliveryRow) => boolean,
): Promise<DeliveryRow> {
  return eventually(async () => {
    const [row] = await fixture.listDeliveries(hook.installation_id);
    return row !== undefined && check(row) && row;
  });
}

interface AttemptRow {
  number: number;
  status: number | null;
  failure: string | null;
  answer: string | null;
  created_at: Date;
}

async function loadAttempts(deliveryId: number): Promise<AttemptRow[]> {
  return fixture.database.many<AttemptRow>(
    "select number, status, failure, answer, created_at from delivery_attempts where delivery_id = $1 order by number",
    [deliveryId],
  );
}

test("WHK-7: only status 200 counts as success, and each attempt is logged with its response", async () => {
  receiver.respondWith(({ path }) => {
    if (path === "/reset") return "reset";
    const status = Number(path.slice(1));
    const headers = status === 302 ? { location: `${receiver.url}/200?redirected` } : {};
    return { status, headers, body: `said ${status}` };
  });
  const paths = ["200", "201", "202", "204", "302", "400", "410", "429", "500", "503", "reset"];
  const hooks = new Map<string, TestSubscription>();
  for (const path of paths) {
    const app = await fixture.install();
    hooks.set(path, await fixture.subscribe(app, "order/create", `${receiver.url}/${path}`));
  }
  for (const hook of hooks.values()) await fixture.raiseEvents([hook], [{ payload: '{"order":{"id":1}}' }]);
  const engine = fixture.startEngine();
  for (const [path, hook] of hooks) {
    const row = await waitForDelivery(hook, ({ attempts }) => attempts === 1);
    assert.equal(row.state, path === "200" ? "delivered" : "pending", path);
    const [attempt] = await loadAttempts(row.id);
    const expectedBody = path === "204" ? "" : `said ${path}`;
    assert.equal(attempt?.status, path === "reset" ? null : Number(path));
    assert.equal(attempt?.answer, path === "reset" ? null : expectedBody);
    assert.equal(
      attempt?.failure,
      path === "reset" ? "The server closed the connection before it responded." : null,
    );
  }
  assert.ok(receiver.requests.every(({ path }) => !path.includes("redirected")));
  const { results } = engine.metrics();
  assert.deepEqual({ delivered: results.delivered, retried: results.retried }, { delivered: 1, retried: 10 });
  await engine.stop();
});

async function waitUntilNoLaneIsLeased(): Promise<void> {
  const leasedSql = "select from lanes where owner is not null";
  await eventually(async () => (await fixture.database.query(leasedSql)).rowCount === 0);
}

test("P11: a failing delivery is retried on schedule, then expires within 48 hours", async () => {
  receiver.respondWith({ status: 500 });
  const hook = await fixture.subscribe(await fixture.install(), "order/create", `${receiver.url}/never`);
  fixture.clock.set(new Date());
  await fixture.raiseEvents([hook], [{ payload: '{"order":{"id":1}}' }]);
  const engine = fixture.startEngine();
  const bodies = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    const row = await waitForDelivery(hook, ({ attempts }) => attempts === attempt);
    for (const { body } of receiver.requests) bodies.add(body.toString());
    if (row.state === "expired") break;
    const waitMs = row.due_at.getTime() - (fixture.clock.getTestTime()?.getTime() ?? 0);
    const plannedWaitMs = retryWaitsMs[attempt - 1] ?? Number.POSITIVE_INFINITY;
    const lastAttemptAt = (row.first_attempt_at?.getTime() ?? 0) + lastAttemptAfterMs;
    const isCapped = row.due_at.getTime() === lastAttemptAt;
    assert.ok(
      isCapped || (waitMs >= plannedWaitMs * 0.8 && waitMs <= plannedWaitMs * 1.2),
      `${waitMs} ms after attempt ${attempt}`,
    );
    // The jump of the clock would end a lease, and a request that is sent under an ended lease is sent again.
    await waitUntilNoLaneIsLeased();
    fixture.clock.advance(waitMs - 1);
    engine.wake();
    if (attempt === 2) await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal((await loadAttempts(row.id)).length, attempt, "no attempt before it is due");
    fixture.clock.advance(1);
    engine.wake();
  }
  const row = await waitForDelivery(hook, () => true);
  // The random part of the waits decides whether a 14th attempt is in time.
  assert.ok(row.attempts === 13 || row.attempts === 14, `${row.attempts} attempts`);
  const attempts = await loadAttempts(row.id);
  assert.deepEqual(
    attempts.map(({ number }) => number),
    attempts.map((_, index) => index + 1),
  );
  const spanMs = (attempts.at(-1)?.created_at.getTime() ?? 0) - (attempts[0]?.created_at.getTime() ?? 0);
  assert.ok(spanMs <= retryWindowMs && spanMs > 40 * 3_600_000, `${spanMs} ms`);
  const sentRequests = receiver.requests.filter(({ path }) => path === "/never");
  assert.deepEqual(
    sentRequests.map(({ headers }) => Number(headers["service-attempt"])),
    attempts.map(({ number }) => number),
  );
  // P13: every attempt has the same bytes, signature and ids.
  for (const name of ["service-hmac-sha256", "service-webhook-id", "service-event-id", "content-length"])
    assert.equal(new Set(sentRequests.map(({ headers }) => headers[name])).size, 1, name);
  await engine.stop();
});

test("48 hours after its first attempt, a delivery expires without another attempt", async () => {
  receiver.respondWith({ status: 500 });
  fixture.clock.set(new Date());
  const hook = await fixture.subscribe(await fixture.install(), "order/create", `${receiver.url}/late`);
  await fixture.raiseEvents([hook], [{ payload: '{"order":{"id":1}}' }]);
  const firstEngine = fixture.startEngine();
  await waitForDelivery(hook, ({ attempts }) => attempts === 1);
  await firstEngine.stop();
  fixture.clock.advance(retryWindowMs + 60_000);
  const secondEngine = fixture.startEngine();
  const row = await waitForDelivery(hook, ({ state }) => state === "expired");
  assert.equal(row.attempts, 1);
  await secondEngine.stop();
});

test("P11: a delivery that an outage left pending for more than 7 days expires", async () => {
  fixture.clock.set(new Date());
  const hook = await fixture.subscribe(await fixture.install(), "order/create", `${receiver.url}/forgotten`);
  await fixture.raiseEvents([hook], [{ payload: '{"order":{"id":1}}' }]);
  fixture.clock.advance(12 * 86_400_000);
  const engine = fixture.startEngine();
  const row = await waitForDelivery(hook, ({ state }) => state !== "pending");
  assert.deepEqual({ state: row.state, attempts: row.attempts }, { state: "expired", attempts: 0 });
  await engine.stop();
});

test("a failed read of an app's secret does not count as a delivery attempt", async () => {
  receiver.respondWith({ status: 200 });
  fixture.clock.set(new Date());
  let isReadable = false;
  const engine = fixture.startEngine({
    findSigningSecret: async () => {
      if (!isReadable) throw new Error("the key is unavailable");
      return "secret";
    },
  });
  const hook = await fixture.subscribe(await fixture.install(), "order/create", `${receiver.url}/secret`);
  await fixture.raiseEvents([hook], [{ payload: '{"order":{"id":1}}' }]);
  const startTime = fixture.clock.getTestTime()?.getTime() ?? 0;
  const row = await waitForDelivery(hook, ({ due_at }) => due_at.getTime() > startTime);
  assert.deepEqual({ state: row.state, attempts: row.attempts }, { state: "pending", attempts: 0 });
  isReadable = true;
  fixture.clock.advance(60_000);
  await waitForDelivery(hook, ({ state }) => state === "delivered");
  await engine.stop();
});

test("a brief database outage does not count as a delivery attempt, and sending resumes", async () => {
  fixture.clock.set(new Date());
  let isUnavailable = true;
  const engine = fixture.startEngine({
    findSigningSecret: async () => {
      if (isUnavailable) throw new DatabaseUnavailable("unreachable", new Error("connection lost"));
      return "secret";
    },
  });
  const hook = await fixture.subscribe(await fixture.install(), "order/create", `${receiver.url}/away`);
  await fixture.raiseEvents([hook], [{ payload: '{"order":{"id":1}}' }]);
  const startTime = fixture.clock.getTestTime()?.getTime() ?? 0;
  const row = await waitForDelivery(hook, ({ due_at }) => due_at.getTime() > startTime);
  assert.deepEqual({ state: row.state, attempts: row.attempts }, { state: "pending", attempts: 0 });
  isUnavailable = false;
  fixture.clock.advance(1_000);
  await waitForDelivery(hook, ({ state }) => state === "delivered");
  await engine.stop();
});

test("a delivery to an app without a secret gets the state `poison` and is not sent", async () => {
  const engine = fixture.startEngine({ findSigningSecret: async () => null });
  const hook = await fixture.subscribe(await fixture.install(), "order/create", `${receiver.url}/poison`);
  await fixture.raiseEvents([hook], [{ payload: '{"order":{"id":1}}' }]);
  const row = await waitForDelivery(hook, ({ state }) => state === "poison");
  assert.equal(row.attempts, 0);
  await engine.stop();
});

test("a delivery whose event has left the log expires without an attempt", async () => {
  const deleteEvents = "delete from events where store_id = $1";
  const [goneApp, largeApp] = [await fixture.install(), await fixture.install()];
  const goneHook = await fixture.subscribe(goneApp, "order/create", `${receiver.url}/gone`);
  const largeHook = await fixture.subscribe(largeApp, "order/create", `${receiver.url}/large-event`);
  await fixture.raiseEvents([goneHook], [{ payload: "{}" }]);
  await fixture.database.query(deleteEvents, [goneApp.store_id]);
  // This payload is too large to be read ahead, so the engine notices that the event is gone only when it sends the delivery.
  await fixture.raiseEvents([largeHook], [{ payload: JSON.stringify({ text: "x".repeat(100_000) }) }]);
  const engine = fixture.startEngine({
    failpoint: async (name) => {
      if (name === "engine.after-read") await fixture.database.query(deleteEvents, [largeApp.store_id]);
    },
  });
  for (const hook of [goneHook, largeHook]) {
    const { state, attempts } = await waitForDelivery(hook, (row) => row.state !== "pending");
    assert.deepEqual({ state, attempts }, { state: "expired", attempts: 0 });
  }
  assert.equal(receiver.requests.length, 0);
  await engine.stop();
});

test("an installation without a topic's scope receives only ids, status and times", async () => {
  receiver.respondWith({ status: 200 });
  const engine = fixture.startEngine();
  const hook = await fixture.subscribe(await fixture.install(), "order/create", `${receiver.url}/reduced`);
  await fixture.raiseEvents(
    [hook],
    [{ payload: '{"order":{"id":1,"status":"open","email":"a@b.my"}}', reduced: true }],
  );
  const { body } = await receiver.waitForRequest(({ path }) => path === "/reduced");
  assert.equal(body.toString(), '{"order":{"id":1,"status":"open"}}');
  await engine.stop();
});

test("WHK-6: an inventory webhook has context headers, but a product/create webhook has none", async () => {
  const engine = fixture.startEngine();
  const app = await fixture.install();
  const event = { payload: "{}", context: "order/create", trigger_by_app: "penjual" };
  for (const topic of ["product/create", "inventory_level/inventory_quantity_update"])
    await fixture.raiseEvents([await fixture.subscribe(app, topic, `${receiver.url}/${topic}`)], [event]);
  const productRequest = await receiver.waitForRequest(({ path }) => path === "/product/create");
  assert.equal(productRequest.headers["service-webhook-context"], undefined);
  assert.equal(productRequest.headers["service-webhook-trigger-by-app"], undefined);
  const inventoryRequest = await receiver.waitForRequest(({ path }) => path.startsWith("/inventory_level"));
  assert.equal(inventoryRequest.headers["service-webhook-context"], "order/create");
  assert.equal(inventoryRequest.headers["service-webhook-trigger-by-app"], "penjual");
  await engine.stop();
});

test("a payload too large to be read ahead arrives complete", async () => {
  const engine = fixture.startEngine();
  const hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}/large`);
  const payload = JSON.stringify({ id: 1, body_html: "茶".repeat(300_000) });
  await fixture.raiseEvents([hook], [{ payload }]);
  const { body } = await receiver.waitForRequest(({ path }) => path === "/large");
  assert.ok(body.equals(Buffer.from(payload)));
  await engine.stop();
});
