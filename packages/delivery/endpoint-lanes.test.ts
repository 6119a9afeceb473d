import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Endpoint, lanesOfEndpoint } from "./endpoint.ts";
import { releaseEndpoints, saveEndpoints } from "./endpoint-store.ts";
import { freeLeases, parkLanes, releaseLanes, requeueLanes } from "./lane-leases.ts";
import { type LeasedLane, leasedLane, type TakenLane } from "./leased-lane.ts";
import { closeSubscriptionLane, moveSubscriptionLane } from "./subscription-lane.ts";
import { type EndpointRoom, type Taken, takeLanes, takeQueuedLanes } from "./take-lanes.ts";
import { type EngineRig, engineRig, type Installed, type Subscribed } from "./testing/engine-rig.ts";

let rig: EngineRig;
let app: Installed;
beforeEach(async () => {
  rig = await engineRig();
  rig.clock.set(new Date());
  app = await rig.install();
});
afterEach(() => rig.stop());

const one = "http://127.0.0.1:9";
const other = "http://127.0.0.1:10";

/** Subscribes to so many topics at an origin, and raises an event for each. */
async function lanes(origin: string, count: number): Promise<Subscribed[]> {
  const hooks: Subscribed[] = [];
  for (let n = 0; n < count; n++)
    hooks.push(await rig.subscribe(app, `topic/${origin}/${n}`, `${origin}/${n}`));
  await rig.raise(hooks, [{ payload: "{}" }]);
  return hooks;
}

const take = (owner: string, endpoints: readonly EndpointRoom[] = []): Promise<Taken> =>
  takeLanes(rig.database, rig.clock, owner, { urgent: 10, usual: 100, endpoints });

const takeQueued = (owner: string, endpoints: readonly EndpointRoom[] = []): Promise<TakenLane[]> =>
  takeQueuedLanes(rig.database, rig.clock, owner, { only: null, usual: 100, endpoints });

const idsOf = (taken: readonly { id: number }[]): number[] => taken.map(({ id }) => id).sort((a, b) => a - b);

/** As a process holds it. */
function held(row: TakenLane): LeasedLane {
  return leasedLane(row, row.endpoint && new Endpoint(row.endpoint, performance.now(), () => 0.5), 0);
}

async function endpointOf(hook: Subscribed): Promise<{ id: number; owner: string | null; takes: number }> {
  const { rows } = await rig.database.query<{ id: number; owner: string | null; takes: number }>(
    "select e.id, e.owner, e.takes from endpoints e join lanes on lanes.endpoint_id = e.id where lanes.id = $1",
    [hook.lane_id],
  );
  assert.ok(rows[0]);
  return rows[0];
}

async function open(owner: string, hook: Subscribed, probe_at: Date): Promise<void> {
  const { id } = await endpointOf(hook);
  const health = {
    failing_since: probe_at,
    failures: 10,
    last_failure: "It answered 500.",
    probes: 0,
    rate: null,
  };
  await saveEndpoints(rig.database, owner, [{ id, breaker: "open", probe_at, ...health }]);
}

const later = (ms: number) => new Date((rig.clock.at() as Date).getTime() + ms);

test("the lanes of one endpoint go to one process, those of another to whoever takes them", async () => {
  const [first, second] = await lanes(one, 2);
  assert.ok(first && second);
  await rig.database.query("update lanes set wake_at = null where id = $1", [second.lane_id]);
  assert.deepEqual(idsOf((await take("a")).lanes), [first.lane_id]);
  await rig.database.query("update lanes set wake_at = $2 where id = $1", [second.lane_id, rig.clock.at()]);
  const elsewhere = await lanes(other, 1);
  assert.deepEqual(idsOf((await take("b")).lanes), idsOf(elsewhere.map(({ lane_id: id }) => ({ id }))));
  assert.deepEqual(idsOf((await take("a")).lanes), [second.lane_id]);
});

test("an endpoint given back can be taken by another, one that was taken anew meanwhile is kept", async () => {
  const [first, second] = await lanes(one, 2);
  assert.ok(first && second);
  const [row] = (await take("a")).lanes;
  assert.ok(row?.endpoint);
  const { endpoint_id: id, takes } = row.endpoint;
  await releaseEndpoints(rig.database, "a", [{ id, takes: takes - 1 }]);
  assert.equal((await endpointOf(first)).owner, "a");
  await releaseEndpoints(rig.database, "a", [{ id, takes }]);
  assert.equal((await endpointOf(first)).owner, null);
});

test("an endpoint whose process is gone is taken when its lease ends, or at once on a start that is alone", async () => {
  const [hook] = await lanes(one, 1);
  assert.ok(hook);
  await take("gone");
  assert.deepEqual((await take("next")).lanes, []);
  await freeLeases(rig.database);
  assert.equal((await take("next")).lanes.length, 1);
  rig.clock.advance(30_000);
  assert.equal((await take("third")).lanes.length, 1);
});

test("lanes beyond an endpoint's room wait in its queue, and are taken as there is room again, the longest waiting first", async () => {
  const hooks = await lanes(one, lanesOfEndpoint + 3);
  const first = await take("a");
  assert.equal(first.lanes.length, lanesOfEndpoint);
  assert.equal(first.queuedAt.length, 3);
  const { id } = await endpointOf(hooks[0] as Subscribed);
  assert.deepEqual(await takeQueued("a", [{ id, room: 0 }]), []);
  assert.deepEqual(await takeQueued("b"), [], "another process leaves them alone");
  const two = await takeQueued("a", [{ id, room: 2 }]);
  assert.equal(two.length, 2);
  rig.clock.advance(1);
  await requeueLanes(rig.database, rig.clock, "a", two.map(held));
  const next = await takeQueued("a", [{ id, room: 1 }]);
  assert.equal(next.length, 1);
  assert.ok(!idsOf(two).includes(next[0]?.id ?? 0), "the third waited longer");
});

test("what comes to a lane in a queue does not wake it", async () => {
  const hooks = await lanes(one, lanesOfEndpoint + 1);
  await take("a");
  const { rows } = await rig.database.query<{ id: number }>(
    "select id from lanes where queued_at is not null",
  );
  const hook = hooks.find(({ lane_id }) => lane_id === rows[0]?.id);
  assert.ok(hook);
  await rig.raise([hook], [{ payload: "{}" }]);
  const { lanes: taken, queuedAt } = await take("a");
  assert.deepEqual({ taken, queuedAt }, { taken: [], queuedAt: [] });
});

test("of an endpoint that is open one lane is taken, when it is to be probed, and another the next time", async () => {
  const [first] = await lanes(one, 3);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await open("a", first, later(60_000));
  await requeueLanes(rig.database, rig.clock, "a", rows.map(held));
  await releaseEndpoints(rig.database, "a", [await endpointOf(first)]);
  assert.deepEqual(await takeQueued("b"), []);
  rig.clock.advance(60_000);
  const [probe, ...rest] = await takeQueued("b");
  assert.equal(probe?.probe, true);
  assert.deepEqual(rest, []);
  assert.deepEqual(await takeQueued("b"), [], "while that is under way");
  await requeueLanes(rig.database, rig.clock, "b", [held(probe as TakenLane)]);
  rig.clock.advance(60_000);
  const [next] = await takeQueued("b");
  assert.ok(next);
  assert.notEqual(next.id, probe?.id);
});

test("a lane that becomes due while its endpoint is open goes into the queue", async () => {
  const [first] = await lanes(one, 1);
  assert.ok(first);
  const [row] = (await take("a")).lanes;
  await open("a", first, later(60_000));
  await releaseLanes(rig.database, "a", [held(row as TakenLane)]);
  const { lanes: taken, queuedAt } = await take("a");
  assert.deepEqual({ taken, queued: queuedAt.length }, { taken: [], queued: 1 });
});

test("a lane that was closed is taken though its endpoint is open", async () => {
  const [first] = await lanes(one, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await open("a", first, later(60_000));
  await requeueLanes(rig.database, rig.clock, "a", rows.map(held));
  await closeSubscriptionLane(rig.database, first.subscription_id);
  assert.equal((await take("a")).lanes[0]?.closed, true);
});

test("a lane that is led to another endpoint leaves the queue of its old one", async () => {
  const [first] = await lanes(one, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await open("a", first, later(60_000));
  await requeueLanes(rig.database, rig.clock, "a", rows.map(held));
  const { subscription_id: id, app_id } = first;
  await rig.database.transaction((tx) => moveSubscriptionLane(tx, { id, app_id, url: `${other}/new` }));
  const [moved] = (await take("b")).lanes;
  assert.equal(moved?.id, first.lane_id);
  assert.notEqual(moved?.endpoint?.endpoint_id, rows[0]?.endpoint?.endpoint_id);
});

test("an endpoint that is open is probed at once when a subscription's URL on it is changed", async () => {
  const [first] = await lanes(one, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await open("a", first, later(600_000));
  await requeueLanes(rig.database, rig.clock, "a", rows.map(held));
  const { subscription_id: id, app_id } = first;
  await rig.database.transaction((tx) => moveSubscriptionLane(tx, { id, app_id, url: `${one}/mended` }));
  assert.equal((await takeQueued("a"))[0]?.probe, true);
});

test("a lane with nothing left leaves no queue behind", async () => {
  const [first] = await lanes(one, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await requeueLanes(rig.database, rig.clock, "a", rows.map(held));
  await rig.database.query("update deliveries set state = 'delivered' where lane_id = $1", [first.lane_id]);
  const [again] = await takeQueued("a");
  assert.ok(again);
  await parkLanes(rig.database, rig.clock, "a", [held(again)]);
  assert.deepEqual(await takeQueued("a"), []);
  assert.deepEqual((await take("a")).lanes, []);
});

test("only the process that has an endpoint says how it fares", async () => {
  const [first] = await lanes(one, 1);
  assert.ok(first);
  await take("a");
  await open("b", first, later(0));
  const { rows } = await rig.database.query("select breaker from endpoints");
  assert.deepEqual(rows, [{ breaker: "closed" }]);
});

test("a lane with nothing due waits for that, and not in the queue of an endpoint that is open", async () => {
  const [waiting, due] = await lanes(one, 2);
  assert.ok(waiting && due);
  const rows = (await take("a")).lanes;
  await open("a", due, later(60_000));
  await rig.database.query("update deliveries set due_at = $2 where lane_id = $1", [
    waiting.lane_id,
    later(120_000),
  ]);
  await requeueLanes(rig.database, rig.clock, "a", rows.map(held));
  rig.clock.advance(60_000);
  const probes = await takeQueued("a");
  assert.deepEqual(idsOf(probes), [due.lane_id]);
  await requeueLanes(rig.database, rig.clock, "a", probes.map(held));
  rig.clock.advance(60_000);
  const { lanes: taken, queuedAt } = await take("a");
  assert.deepEqual({ taken, queued: queuedAt.length }, { taken: [], queued: 1 }, "it is due now");
});

test("a probe that somebody asked for is not put off by the failure of one that was under way", async () => {
  const [first] = await lanes(one, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await open("a", first, later(600_000));
  const { subscription_id: id, app_id } = first;
  await rig.database.transaction((tx) => moveSubscriptionLane(tx, { id, app_id, url: `${one}/mended` }));
  await open("a", first, later(600_000));
  await requeueLanes(rig.database, rig.clock, "a", rows.map(held));
  assert.equal((await takeQueued("a"))[0]?.probe, true);
});
