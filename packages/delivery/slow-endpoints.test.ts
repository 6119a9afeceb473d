import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, proofSize, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import type { DeliveryEngine } from "./delivery-engine.ts";
import { lanesOfEndpoint } from "./endpoint.ts";
import { type EngineRig, engineRig, type Subscribed } from "./testing/engine-rig.ts";

let rig: EngineRig;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
});
afterEach(async () => {
  // What hangs ends with the receiver.
  await receiver.stop();
  await rig.stop();
});

/** A URL of an origin of its own on the one receiver. */
const urlAt = (name: string) => `http://${name}.localhost:${receiver.port}/${name}`;
const arrivedAt = (name: string) => receiver.requests.filter(({ path }) => path === `/${name}`);

async function count(hook: Subscribed, state: string): Promise<number> {
  return (await rig.deliveries(hook.installation_id)).filter((row) => row.state === state).length;
}

async function breakerOf(hook: Subscribed): Promise<string | undefined> {
  const { rows } = await rig.database.query<{ breaker: string }>(
    "select e.breaker from endpoints e join lanes on lanes.endpoint_id = e.id where lanes.id = $1",
    [hook.lane_id],
  );
  return rows[0]?.breaker;
}

test("an endpoint has at most eight requests under way, however many processes send", async () => {
  let underWay = 0;
  let most = 0;
  receiver.answer(() => {
    most = Math.max(most, ++underWay);
    setTimeout(() => underWay--, 20);
    return { status: 200, delay: 20 };
  });
  const app = await rig.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 60; lane++) hooks.push(await rig.subscribe(app, `topic/${lane}`, urlAt("wide")));
  const engines = [rig.engine(), rig.engine(), rig.engine()];
  for (let batch = 0; batch < 5; batch++) {
    await rig.raise(hooks, [{ payload: "{}" }, { payload: "{}" }]);
    for (const engine of engines) engine.wake();
    await sleep(50);
  }
  await eventually(async () => (await count(hooks[0] as Subscribed, "delivered")) === 600, {
    within: 60_000,
  });
  assert.ok(most <= 8, `${most} at once`);
  assert.ok(most >= 5, `only ${most} at once`);
});

test("more lanes of one endpoint than are taken at once are all served, each in its turn", async () => {
  const app = await rig.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 100; lane++) hooks.push(await rig.subscribe(app, `topic/${lane}`, urlAt("many")));
  const [hog] = hooks;
  assert.ok(hog);
  receiver.answer({ status: 200, delay: 20 });
  await rig.raise(hooks.slice(0, 32), Array(60).fill({ payload: "{}" }));
  await rig.raise(hooks, [{ payload: '{"late":true}' }]);
  rig.engine();
  await eventually(async () => (await count(hog, "delivered")) === 32 * 60 + 100, { within: 120_000 });
  const bodies = arrivedAt("many").map(({ headers }) => headers["service-topic"]);
  const lastOfLate = Math.max(...hooks.slice(32).map(({ topic }) => bodies.indexOf(topic)));
  assert.ok(lastOfLate < bodies.length - 100, "the late lanes did not wait for all of the others");
});

test("the lanes of an endpoint with a slow pace wait where they are until each has sent something", async () => {
  const app = await rig.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 80; lane++) hooks.push(await rig.subscribe(app, `topic/${lane}`, urlAt("slow")));
  // Refused now and then it stays near one a second.
  receiver.answer(() => ({ status: arrivedAt("slow").length % 2 === 0 ? 429 : 200 }));
  await rig.database.query("update endpoints set breaker = 'recovering', rate = 1");
  await rig.raise(hooks, Array(5).fill({ payload: "{}" }));
  rig.engine();
  await eventually(() => arrivedAt("slow").length >= 7, { within: 60_000 });
  const { rows } = await rig.database.query<{ takings: number }>(
    "select sum(epoch)::int as takings from lanes",
  );
  const takings = rows[0]?.takings ?? 0;
  const sent = arrivedAt("slow").length;
  assert.ok(takings <= lanesOfEndpoint + sent, `${takings} takings for ${sent} requests`);
});

const outage = proofSize({ ci: { waiting: 300, minutes: 20 }, full: { waiting: 20_000, minutes: 60 } });

test("P17: an endpoint that was down is only probed, and caught up with at its pace, while others are served", async (t) => {
  let isDown = true;
  const window = { second: 0, taken: 0 };
  const seen = { refused: 0, taken: 0 };
  receiver.answer(({ path }) => {
    if (path !== "/limited") return { status: 200 };
    if (isDown) return { status: 503 };
    const second = Math.floor(performance.now() / 1_000);
    if (window.second !== second) Object.assign(window, { second, taken: 0 });
    if (++window.taken > 50) {
      seen.refused++;
      return { status: 429, headers: { "retry-after": "1" } };
    }
    seen.taken++;
    return { status: 200 };
  });
  rig.clock.set(new Date());
  const hook = await rig.subscribe(await rig.install(), "product/update", urlAt("limited"));
  const other = await rig.subscribe(await rig.install(), "product/update", urlAt("other"));
  const half = outage.waiting / 2;
  await rig.raise([hook], Array(half).fill({ payload: "{}" }));
  const engine = rig.engine();
  await eventually(() => arrivedAt("limited").length === half, { within: 120_000 });
  rig.clock.advance(20_000);
  engine.wake();
  await eventually(async () => (await breakerOf(hook)) === "open", { within: 60_000 });
  await rig.raise([hook], Array(half).fill({ payload: "{}" }));

  const before = arrivedAt("limited").length;
  for (let minute = 0; minute < outage.minutes; minute++) {
    rig.clock.advance(60_000);
    await rig.raise([other], [{ payload: "{}" }]);
    engine.wake();
    await eventually(async () => (await count(other, "delivered")) === minute + 1);
  }
  const probes = arrivedAt("limited").length - before;
  assert.ok(probes >= 2 && probes <= outage.minutes, `${probes} probes in ${outage.minutes} minutes`);

  isDown = false;
  const begin = performance.now();
  const ticking = setInterval(() => rig.clock.advance(250), 250);
  t.after(() => clearInterval(ticking));
  // The next probe is at most ten minutes away.
  rig.clock.advance(600_000);
  engine.wake();
  const within = 60_000 + outage.waiting * 40;
  const left = async () => outage.waiting - (await count(hook, "delivered"));
  await eventually(async () => (await left()) <= seen.refused, { within, every: 250 });
  const seconds = Math.round((performance.now() - begin) / 1_000);
  // Those that were refused wait for their own next attempt.
  const done = async () => {
    rig.clock.advance(20_000);
    return (await left()) === 0;
  };
  await eventually(done, { within, every: 250 });
  clearInterval(ticking);
  const part = seen.refused / (seen.refused + seen.taken);
  t.diagnostic(
    `${outage.waiting} in ${seconds} s, ${seen.refused} refused, ${probes} probes in ${outage.minutes} minutes`,
  );
  assert.ok(part < 0.05, `${seen.refused} of ${seen.refused + seen.taken} were refused`);
});

/**
 * Sends to each of those at /well-0, /well-1 and so on, one event after the other, so many times.
 * @returns the 99th percentile from an event's commit to its arrival, in milliseconds
 */
async function slowestPercent(
  engine: DeliveryEngine,
  well: readonly Subscribed[],
  times: number,
): Promise<number> {
  const waits: number[] = [];
  for (let n = 0; n < times; n++) {
    const begun = receiver.requests.length;
    const committedAt = new Map<string, number>();
    for (const [index, hook] of well.entries()) {
      await rig.raise([hook], [{ payload: "{}" }]);
      committedAt.set(`/well-${index}`, performance.now());
      engine.wake([hook.lane_id]);
    }
    const mine = () => receiver.requests.slice(begun).filter(({ path }) => committedAt.has(path));
    await eventually(() => mine().length === well.length, { every: 2 });
    waits.push(...mine().map(({ at, path }) => at - (committedAt.get(path) ?? 0)));
  }
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
}

const hanging = proofSize({
  ci: { endpoints: 20, hang: 2, each: 8 },
  full: { endpoints: 200, hang: 10, each: 50 },
});

test("P15: endpoints that hang take nothing from the others", async (t) => {
  receiver.answer(({ path }) => (path.startsWith("/hangs") ? "hang" : { status: 200 }));
  const app = async (name: string) => rig.subscribe(await rig.install(), "product/update", urlAt(name));
  const hung: Subscribed[] = [];
  for (let n = 0; n < hanging.hang; n++) hung.push(await app(`hangs-${n}`));
  const well: Subscribed[] = [];
  for (let n = 0; n < hanging.endpoints - hanging.hang; n++) well.push(await app(`well-${n}`));
  const engine = rig.engine();
  // The first connection to each is nobody's normal.
  await slowestPercent(engine, well, 1);
  const normal = await slowestPercent(engine, well, hanging.each);
  for (const hook of hung) await rig.raise([hook], Array(100).fill({ payload: "{}" }));
  await eventually(() => hung.every((_, n) => arrivedAt(`hangs-${n}`).length >= 8));
  const beside = await slowestPercent(engine, well, hanging.each);
  t.diagnostic(`p99 ${normal.toFixed(0)} ms, beside those that hang ${beside.toFixed(0)} ms`);
  for (const hook of hung) assert.equal(await count(hook, "delivered"), 0);
  assert.ok(beside <= proofSize({ ci: 30_000, full: Math.min(2 * normal, 2_000) }), `p99 ${beside} ms`);
});

const backlog = proofSize({ ci: 3_000, full: 100_000 });

test("P16: an app with a great backlog holds up no other store", async (t) => {
  receiver.answer(({ path }) => ({ status: 200, delay: path === "/great" ? 5 : 0 }));
  const great = await rig.subscribe(await rig.install(), "product/update", urlAt("great"));
  const small = await rig.subscribe(await rig.install(), "product/update", urlAt("small"));
  for (let left = backlog; left > 0; left -= 5_000)
    await rig.raise([great], Array(Math.min(left, 5_000)).fill({ payload: "{}" }));
  const engine = rig.engine();
  await eventually(() => arrivedAt("great").length > 50);
  const waits: number[] = [];
  for (let n = 1; n <= 20; n++) {
    const raisedAt = performance.now();
    await rig.raise([small], [{ payload: "{}" }]);
    engine.wake([small.lane_id]);
    await eventually(() => arrivedAt("small").length === n, { every: 2 });
    waits.push((arrivedAt("small").at(-1)?.at ?? 0) - raisedAt);
  }
  const sent = arrivedAt("great").length;
  assert.ok(sent < backlog, "the backlog was still being sent");
  const worst = Math.max(...waits);
  t.diagnostic(`the slowest of 20 took ${worst.toFixed(0)} ms beside a backlog of ${backlog}`);
  assert.ok(worst <= proofSize({ ci: 30_000, full: 1_000 }), `${worst} ms`);
});
