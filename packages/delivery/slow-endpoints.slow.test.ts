import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseForRun, eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import type { DeliveryEngine } from "./delivery-engine.ts";
import { maxLanesPerEndpoint } from "./endpoint.ts";
import { createEngineFixture, type EngineFixture, type TestSubscription } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
});
afterEach(async () => {
  // Stop the receiver first, because that ends hanging requests.
  await receiver.stop();
  await fixture.stop();
});

/** Build a URL of the receiver, with an origin of its own for each name. */
const buildUrl = (name: string) => `http://${name}.localhost:${receiver.port}/${name}`;
const listRequestsTo = (name: string) => receiver.requests.filter(({ path }) => path === `/${name}`);

async function countInstallationDeliveries(hook: TestSubscription, state: string): Promise<number> {
  return (await fixture.listDeliveries(hook.installation_id)).filter((row) => row.state === state).length;
}

async function loadBreakerState(hook: TestSubscription): Promise<string | undefined> {
  const row = await fixture.database.maybeOne<{ breaker: string }>(
    "select e.breaker from endpoints e join lanes on lanes.endpoint_id = e.id where lanes.id = $1",
    [hook.lane_id],
  );
  return row?.breaker;
}

test("an endpoint has at most eight requests in flight, even with several processes", async () => {
  let requestsInFlight = 0;
  let maxRequestsInFlight = 0;
  receiver.respondWith(() => {
    maxRequestsInFlight = Math.max(maxRequestsInFlight, ++requestsInFlight);
    setTimeout(() => requestsInFlight--, 20);
    return { status: 200, delay: 20 };
  });
  const app = await fixture.install();
  const hooks: TestSubscription[] = [];
  for (let lane = 0; lane < 60; lane++)
    hooks.push(await fixture.subscribe(app, `topic/${lane}`, buildUrl("wide")));
  const engines = [fixture.startEngine(), fixture.startEngine(), fixture.startEngine()];
  for (let batch = 0; batch < 5; batch++) {
    await fixture.raiseEvents(hooks, [{ payload: "{}" }, { payload: "{}" }]);
    for (const engine of engines) engine.wake();
    await sleep(50);
  }
  // The 60 lanes got 5 batches of 2 events each.
  await eventually(
    async () => (await countInstallationDeliveries(hooks[0] as TestSubscription, "delivered")) === 600,
    {
      timeoutMs: 60_000,
    },
  );
  assert.ok(maxRequestsInFlight <= 8, `${maxRequestsInFlight} at once`);
  assert.ok(maxRequestsInFlight >= 5, `only ${maxRequestsInFlight} at once`);
});

test("all lanes of an endpoint take turns, even if not all can be leased at once", async () => {
  const app = await fixture.install();
  const hooks: TestSubscription[] = [];
  for (let lane = 0; lane < 100; lane++)
    hooks.push(await fixture.subscribe(app, `topic/${lane}`, buildUrl("many")));
  const [busyHook] = hooks;
  assert.ok(busyHook);
  receiver.respondWith({ status: 200, delay: 20 });
  await fixture.raiseEvents(hooks.slice(0, 32), Array(60).fill({ payload: "{}" }));
  await fixture.raiseEvents(hooks, [{ payload: '{"last":true}' }]);
  fixture.startEngine();
  await eventually(async () => (await countInstallationDeliveries(busyHook, "delivered")) === 32 * 60 + 100, {
    timeoutMs: 120_000,
  });
  const topics = listRequestsTo("many").map(({ headers }) => headers["service-topic"]);
  const lanesWithOneDelivery = hooks.slice(32);
  const lastTurnPosition = Math.max(...lanesWithOneDelivery.map(({ topic }) => topics.indexOf(topic)));
  assert.ok(
    lastTurnPosition < topics.length - 100,
    "the lanes with one delivery did not wait for the whole backlog of the other lanes",
  );
});

test("lanes of a slow endpoint stay leased until each has sent something", async () => {
  const app = await fixture.install();
  const hooks: TestSubscription[] = [];
  for (let lane = 0; lane < 80; lane++)
    hooks.push(await fixture.subscribe(app, `topic/${lane}`, buildUrl("slow")));
  // The receiver rejects every second request, which keeps the rate near one per second.
  receiver.respondWith(() => ({ status: listRequestsTo("slow").length % 2 === 0 ? 429 : 200 }));
  await fixture.database.query("update endpoints set breaker = 'recovering', rate = 1");
  await fixture.raiseEvents(hooks, Array(5).fill({ payload: "{}" }));
  fixture.startEngine();
  await eventually(() => listRequestsTo("slow").length >= 7, { timeoutMs: 60_000 });
  const row = await fixture.database.one<{ leases: number }>("select sum(epoch)::int as leases from lanes");
  const leases = row.leases ?? 0;
  const requestCount = listRequestsTo("slow").length;
  assert.ok(leases <= maxLanesPerEndpoint + requestCount, `${leases} leases for ${requestCount} requests`);
});

const outage = chooseForRun({
  inTests: { deliveries: 300, minutes: 20 },
  inProof: { deliveries: 20_000, minutes: 60 },
});

test("P17: a failing endpoint is probed, and few requests are rejected after the endpoint recovers", async (t) => {
  let isDown = true;
  const currentSecond = { second: 0, count: 0 };
  const totals = { rejected: 0, accepted: 0 };
  receiver.respondWith(({ path }) => {
    if (path !== "/limited") return { status: 200 };
    if (isDown) return { status: 503 };
    const second = Math.floor(performance.now() / 1_000);
    if (currentSecond.second !== second) Object.assign(currentSecond, { second, count: 0 });
    if (++currentSecond.count > 50) {
      totals.rejected++;
      return { status: 429, headers: { "retry-after": "1" } };
    }
    totals.accepted++;
    return { status: 200 };
  });
  fixture.clock.set(new Date());
  const hook = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("limited"));
  const otherHook = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("other"));
  const halfBacklog = outage.deliveries / 2;
  await fixture.raiseEvents([hook], Array(halfBacklog).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("limited").length === halfBacklog, { timeoutMs: 120_000 });
  fixture.clock.advance(20_000);
  engine.wake();
  await eventually(async () => (await loadBreakerState(hook)) === "open", { timeoutMs: 60_000 });
  await fixture.raiseEvents([hook], Array(halfBacklog).fill({ payload: "{}" }));

  const requestsBefore = listRequestsTo("limited").length;
  for (let minute = 0; minute < outage.minutes; minute++) {
    fixture.clock.advance(60_000);
    await fixture.raiseEvents([otherHook], [{ payload: "{}" }]);
    engine.wake();
    await eventually(async () => (await countInstallationDeliveries(otherHook, "delivered")) === minute + 1);
  }
  const probes = listRequestsTo("limited").length - requestsBefore;
  assert.ok(probes >= 2 && probes <= outage.minutes, `${probes} probes in ${outage.minutes} minutes`);

  isDown = false;
  const recoveredAt = performance.now();
  const clockTimer = setInterval(() => fixture.clock.advance(250), 250);
  t.after(() => clearInterval(clockTimer));
  // The next probe is at most ten minutes away.
  fixture.clock.advance(600_000);
  engine.wake();
  const timeoutMs = 60_000 + outage.deliveries * 40;
  const countRemaining = async () =>
    outage.deliveries - (await countInstallationDeliveries(hook, "delivered"));
  await eventually(async () => (await countRemaining()) <= totals.rejected, {
    timeoutMs,
    intervalMs: 250,
  });
  const seconds = Math.round((performance.now() - recoveredAt) / 1_000);
  // Each rejected delivery is sent at its next attempt.
  const isBacklogSent = async () => {
    fixture.clock.advance(20_000);
    return (await countRemaining()) === 0;
  };
  await eventually(isBacklogSent, { timeoutMs, intervalMs: 250 });
  clearInterval(clockTimer);
  const rejectedShare = totals.rejected / (totals.rejected + totals.accepted);
  t.diagnostic(
    `${outage.deliveries} in ${seconds} s, ${totals.rejected} rejected, ${probes} probes in ${outage.minutes} minutes`,
  );
  assert.ok(rejectedShare < 0.05, `${totals.rejected} of ${totals.rejected + totals.accepted} were rejected`);
});

/**
 * Send events to the endpoints at /healthy-0, /healthy-1 and so on, in several rounds.
 * @returns the 99th percentile of the time from an event's commit to its arrival, in milliseconds
 */
async function measureP99(
  engine: DeliveryEngine,
  healthyHooks: readonly TestSubscription[],
  rounds: number,
): Promise<number> {
  const waitsMs: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const requestsBefore = receiver.requests.length;
    const committedAt = new Map<string, number>();
    for (const [index, hook] of healthyHooks.entries()) {
      await fixture.raiseEvents([hook], [{ payload: "{}" }]);
      committedAt.set(`/healthy-${index}`, performance.now());
      engine.wake([hook.lane_id]);
    }
    const listArrived = () =>
      receiver.requests.slice(requestsBefore).filter(({ path }) => committedAt.has(path));
    await eventually(() => listArrived().length === healthyHooks.length, { intervalMs: 2 });
    waitsMs.push(
      ...listArrived().map(({ receivedAtMs, path }) => receivedAtMs - (committedAt.get(path) ?? 0)),
    );
  }
  return waitsMs.sort((a, b) => a - b)[Math.floor(waitsMs.length * 0.99)] ?? 0;
}

const scale = chooseForRun({
  inTests: { endpoints: 20, hangingEndpoints: 2, rounds: 8 },
  inProof: { endpoints: 200, hangingEndpoints: 10, rounds: 50 },
});

test("P15: hanging endpoints do not slow down other endpoints", async (t) => {
  receiver.respondWith(({ path }) => (path.startsWith("/hangs") ? "hang" : { status: 200 }));
  const subscribe = async (name: string) =>
    fixture.subscribe(await fixture.install(), "product/update", buildUrl(name));
  const hangingHooks: TestSubscription[] = [];
  for (let n = 0; n < scale.hangingEndpoints; n++) hangingHooks.push(await subscribe(`hangs-${n}`));
  const healthyHooks: TestSubscription[] = [];
  for (let n = 0; n < scale.endpoints - scale.hangingEndpoints; n++)
    healthyHooks.push(await subscribe(`healthy-${n}`));
  const engine = fixture.startEngine();
  // Warm up: the first request to each endpoint opens a connection.
  await measureP99(engine, healthyHooks, 1);
  const normalP99 = await measureP99(engine, healthyHooks, scale.rounds);
  for (const hook of hangingHooks) await fixture.raiseEvents([hook], Array(100).fill({ payload: "{}" }));
  await eventually(() => hangingHooks.every((_, n) => listRequestsTo(`hangs-${n}`).length >= 8));
  const p99DuringHangs = await measureP99(engine, healthyHooks, scale.rounds);
  t.diagnostic(`p99 ${normalP99.toFixed(0)} ms, with hanging endpoints ${p99DuringHangs.toFixed(0)} ms`);
  for (const hook of hangingHooks) assert.equal(await countInstallationDeliveries(hook, "delivered"), 0);
  assert.ok(
    p99DuringHangs <= chooseForRun({ inTests: 30_000, inProof: Math.min(2 * normalP99, 2_000) }),
    `p99 ${p99DuringHangs} ms`,
  );
});

const backlogSize = chooseForRun({ inTests: 3_000, inProof: 100_000 });

test("P16: an app's large backlog does not delay the deliveries of another store", async (t) => {
  receiver.respondWith(({ path }) => ({ status: 200, delay: path === "/large" ? 5 : 0 }));
  const largeHook = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("large"));
  const smallHook = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("small"));
  for (let remaining = backlogSize; remaining > 0; remaining -= 5_000)
    await fixture.raiseEvents([largeHook], Array(Math.min(remaining, 5_000)).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("large").length > 50);
  const waitsMs: number[] = [];
  for (let n = 1; n <= 20; n++) {
    const raisedAt = performance.now();
    await fixture.raiseEvents([smallHook], [{ payload: "{}" }]);
    engine.wake([smallHook.lane_id]);
    await eventually(() => listRequestsTo("small").length === n, { intervalMs: 2 });
    waitsMs.push((listRequestsTo("small").at(-1)?.receivedAtMs ?? 0) - raisedAt);
  }
  const sentCount = listRequestsTo("large").length;
  assert.ok(sentCount < backlogSize, "the backlog was still being sent");
  const longestWaitMs = Math.max(...waitsMs);
  t.diagnostic(`the slowest of 20 took ${longestWaitMs.toFixed(0)} ms with a backlog of ${backlogSize}`);
  assert.ok(longestWaitMs <= chooseForRun({ inTests: 30_000, inProof: 1_000 }), `${longestWaitMs} ms`);
});
