import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, proofSize, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import type { DeliveryEngine } from "./delivery-engine.ts";
import { maxLanesPerEndpoint } from "./endpoint.ts";
import { createEngineFixture, type EngineFixture, type Subscribed } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), recordingReceiver()]);
});
afterEach(async () => {
  // Stopping the receiver ends hanging requests.
  await receiver.stop();
  await fixture.stop();
});

/** Build a URL on the receiver with its own origin. */
const buildUrl = (name: string) => `http://${name}.localhost:${receiver.port}/${name}`;
const listRequestsTo = (name: string) => receiver.requests.filter(({ path }) => path === `/${name}`);

async function countByState(hook: Subscribed, state: string): Promise<number> {
  return (await fixture.listDeliveries(hook.installation_id)).filter((row) => row.state === state).length;
}

async function loadBreakerState(hook: Subscribed): Promise<string | undefined> {
  const row = await fixture.database.maybeOne<{ breaker: string }>(
    "select e.breaker from endpoints e join lanes on lanes.endpoint_id = e.id where lanes.id = $1",
    [hook.lane_id],
  );
  return row?.breaker;
}

test("an endpoint has at most eight requests under way, however many processes send", async () => {
  let underWay = 0;
  let maxUnderWay = 0;
  receiver.answer(() => {
    maxUnderWay = Math.max(maxUnderWay, ++underWay);
    setTimeout(() => underWay--, 20);
    return { status: 200, delay: 20 };
  });
  const app = await fixture.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 60; lane++)
    hooks.push(await fixture.subscribe(app, `topic/${lane}`, buildUrl("wide")));
  const engines = [fixture.startEngine(), fixture.startEngine(), fixture.startEngine()];
  for (let batch = 0; batch < 5; batch++) {
    await fixture.raise(hooks, [{ payload: "{}" }, { payload: "{}" }]);
    for (const engine of engines) engine.wake();
    await sleep(50);
  }
  await eventually(async () => (await countByState(hooks[0] as Subscribed, "delivered")) === 600, {
    within: 60_000,
  });
  assert.ok(maxUnderWay <= 8, `${maxUnderWay} at once`);
  assert.ok(maxUnderWay >= 5, `only ${maxUnderWay} at once`);
});

test("an endpoint with more lanes than can be leased serves all of them in turn", async () => {
  const app = await fixture.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 100; lane++)
    hooks.push(await fixture.subscribe(app, `topic/${lane}`, buildUrl("many")));
  const [hog] = hooks;
  assert.ok(hog);
  receiver.answer({ status: 200, delay: 20 });
  await fixture.raise(hooks.slice(0, 32), Array(60).fill({ payload: "{}" }));
  await fixture.raise(hooks, [{ payload: '{"late":true}' }]);
  fixture.startEngine();
  await eventually(async () => (await countByState(hog, "delivered")) === 32 * 60 + 100, { within: 120_000 });
  const topics = listRequestsTo("many").map(({ headers }) => headers["service-topic"]);
  const lastOfLate = Math.max(...hooks.slice(32).map(({ topic }) => topics.indexOf(topic)));
  assert.ok(lastOfLate < topics.length - 100, "the late lanes did not wait for all of the others");
});

test("lanes of a slow endpoint keep their place until each has sent something", async () => {
  const app = await fixture.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 80; lane++)
    hooks.push(await fixture.subscribe(app, `topic/${lane}`, buildUrl("slow")));
  // Rejecting every second request keeps the rate near one per second.
  receiver.answer(() => ({ status: listRequestsTo("slow").length % 2 === 0 ? 429 : 200 }));
  await fixture.database.query("update endpoints set breaker = 'recovering', rate = 1");
  await fixture.raise(hooks, Array(5).fill({ payload: "{}" }));
  fixture.startEngine();
  await eventually(() => listRequestsTo("slow").length >= 7, { within: 60_000 });
  const row = await fixture.database.one<{ leases: number }>("select sum(epoch)::int as leases from lanes");
  const leases = row.leases ?? 0;
  const sent = listRequestsTo("slow").length;
  assert.ok(leases <= maxLanesPerEndpoint + sent, `${leases} leases for ${sent} requests`);
});

const outage = proofSize({ ci: { waiting: 300, minutes: 20 }, full: { waiting: 20_000, minutes: 60 } });

test("P17: a failing endpoint is probed, then its backlog is sent at its pace", async (t) => {
  let isDown = true;
  const window = { second: 0, taken: 0 };
  const seen = { rejected: 0, taken: 0 };
  receiver.answer(({ path }) => {
    if (path !== "/limited") return { status: 200 };
    if (isDown) return { status: 503 };
    const second = Math.floor(performance.now() / 1_000);
    if (window.second !== second) Object.assign(window, { second, taken: 0 });
    if (++window.taken > 50) {
      seen.rejected++;
      return { status: 429, headers: { "retry-after": "1" } };
    }
    seen.taken++;
    return { status: 200 };
  });
  fixture.clock.set(new Date());
  const hook = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("limited"));
  const other = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("other"));
  const half = outage.waiting / 2;
  await fixture.raise([hook], Array(half).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("limited").length === half, { within: 120_000 });
  fixture.clock.advance(20_000);
  engine.wake();
  await eventually(async () => (await loadBreakerState(hook)) === "open", { within: 60_000 });
  await fixture.raise([hook], Array(half).fill({ payload: "{}" }));

  const before = listRequestsTo("limited").length;
  for (let minute = 0; minute < outage.minutes; minute++) {
    fixture.clock.advance(60_000);
    await fixture.raise([other], [{ payload: "{}" }]);
    engine.wake();
    await eventually(async () => (await countByState(other, "delivered")) === minute + 1);
  }
  const probes = listRequestsTo("limited").length - before;
  assert.ok(probes >= 2 && probes <= outage.minutes, `${probes} probes in ${outage.minutes} minutes`);

  isDown = false;
  const begin = performance.now();
  const ticking = setInterval(() => fixture.clock.advance(250), 250);
  t.after(() => clearInterval(ticking));
  // The next probe is at most ten minutes away.
  fixture.clock.advance(600_000);
  engine.wake();
  const within = 60_000 + outage.waiting * 40;
  const left = async () => outage.waiting - (await countByState(hook, "delivered"));
  await eventually(async () => (await left()) <= seen.rejected, { within, every: 250 });
  const seconds = Math.round((performance.now() - begin) / 1_000);
  // Rejected deliveries wait for their own next attempt.
  const done = async () => {
    fixture.clock.advance(20_000);
    return (await left()) === 0;
  };
  await eventually(done, { within, every: 250 });
  clearInterval(ticking);
  const part = seen.rejected / (seen.rejected + seen.taken);
  t.diagnostic(
    `${outage.waiting} in ${seconds} s, ${seen.rejected} rejected, ${probes} probes in ${outage.minutes} minutes`,
  );
  assert.ok(part < 0.05, `${seen.rejected} of ${seen.rejected + seen.taken} were rejected`);
});

/**
 * Send events to the endpoints at /healthy-0, /healthy-1 and so on, `times` times.
 * @returns the 99th percentile from an event's commit to its arrival, in milliseconds
 */
async function measureP99(
  engine: DeliveryEngine,
  healthy: readonly Subscribed[],
  times: number,
): Promise<number> {
  const waits: number[] = [];
  for (let n = 0; n < times; n++) {
    const requestsBefore = receiver.requests.length;
    const committedAt = new Map<string, number>();
    for (const [index, hook] of healthy.entries()) {
      await fixture.raise([hook], [{ payload: "{}" }]);
      committedAt.set(`/healthy-${index}`, performance.now());
      engine.wake([hook.lane_id]);
    }
    const listArrived = () =>
      receiver.requests.slice(requestsBefore).filter(({ path }) => committedAt.has(path));
    await eventually(() => listArrived().length === healthy.length, { every: 2 });
    waits.push(...listArrived().map(({ at, path }) => at - (committedAt.get(path) ?? 0)));
  }
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
}

const hanging = proofSize({
  ci: { endpoints: 20, hang: 2, each: 8 },
  full: { endpoints: 200, hang: 10, each: 50 },
});

test("P15: hanging endpoints do not slow the others", async (t) => {
  receiver.answer(({ path }) => (path.startsWith("/hangs") ? "hang" : { status: 200 }));
  const subscribe = async (name: string) =>
    fixture.subscribe(await fixture.install(), "product/update", buildUrl(name));
  const hung: Subscribed[] = [];
  for (let n = 0; n < hanging.hang; n++) hung.push(await subscribe(`hangs-${n}`));
  const healthy: Subscribed[] = [];
  for (let n = 0; n < hanging.endpoints - hanging.hang; n++) healthy.push(await subscribe(`healthy-${n}`));
  const engine = fixture.startEngine();
  // Warm up: the first request to each endpoint opens a connection.
  await measureP99(engine, healthy, 1);
  const normal = await measureP99(engine, healthy, hanging.each);
  for (const hook of hung) await fixture.raise([hook], Array(100).fill({ payload: "{}" }));
  await eventually(() => hung.every((_, n) => listRequestsTo(`hangs-${n}`).length >= 8));
  const beside = await measureP99(engine, healthy, hanging.each);
  t.diagnostic(`p99 ${normal.toFixed(0)} ms, beside hanging endpoints ${beside.toFixed(0)} ms`);
  for (const hook of hung) assert.equal(await countByState(hook, "delivered"), 0);
  assert.ok(beside <= proofSize({ ci: 30_000, full: Math.min(2 * normal, 2_000) }), `p99 ${beside} ms`);
});

const backlog = proofSize({ ci: 3_000, full: 100_000 });

test("P16: an app with a large backlog does not delay another store", async (t) => {
  receiver.answer(({ path }) => ({ status: 200, delay: path === "/large" ? 5 : 0 }));
  const large = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("large"));
  const small = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("small"));
  for (let left = backlog; left > 0; left -= 5_000)
    await fixture.raise([large], Array(Math.min(left, 5_000)).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("large").length > 50);
  const waits: number[] = [];
  for (let n = 1; n <= 20; n++) {
    const raisedAt = performance.now();
    await fixture.raise([small], [{ payload: "{}" }]);
    engine.wake([small.lane_id]);
    await eventually(() => listRequestsTo("small").length === n, { every: 2 });
    waits.push((listRequestsTo("small").at(-1)?.at ?? 0) - raisedAt);
  }
  const sent = listRequestsTo("large").length;
  assert.ok(sent < backlog, "the backlog was still being sent");
  const worst = Math.max(...waits);
  t.diagnostic(`the slowest of 20 took ${worst.toFixed(0)} ms beside a backlog of ${backlog}`);
  assert.ok(worst <= proofSize({ ci: 30_000, full: 1_000 }), `${worst} ms`);
});
