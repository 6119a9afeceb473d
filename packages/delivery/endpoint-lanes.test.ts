import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Endpoint, maxLanesPerEndpoint } from "./endpoint.ts";
import { releaseEndpoints, saveEndpoints } from "./endpoint-store.ts";
import { freeLeases, parkLanes, releaseLanes, requeueLanes } from "./lane-leases.ts";
import { createLeasedLane, type LeasedLane, type TakenLane } from "./leased-lane.ts";
import { closeSubscriptionLane, moveSubscriptionLane } from "./subscription-lane.ts";
import { type EndpointRoom, type Taken, takeLanes, takeQueuedLanes } from "./take-lanes.ts";
import {
  createEngineFixture,
  type EngineFixture,
  type Installed,
  type Subscribed,
} from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let app: Installed;
beforeEach(async () => {
  fixture = await createEngineFixture();
  fixture.clock.set(new Date());
  app = await fixture.install();
});
afterEach(() => fixture.stop());

const firstOrigin = "http://127.0.0.1:9";
const otherOrigin = "http://127.0.0.1:10";

/** Subscribe to `count` topics at an origin, and raise an event for each. */
async function createLanes(origin: string, count: number): Promise<Subscribed[]> {
  const hooks: Subscribed[] = [];
  for (let n = 0; n < count; n++)
    hooks.push(await fixture.subscribe(app, `topic/${origin}/${n}`, `${origin}/${n}`));
  await fixture.raise(hooks, [{ payload: "{}" }]);
  return hooks;
}

const take = (owner: string, endpoints: readonly EndpointRoom[] = []): Promise<Taken> =>
  takeLanes(fixture.database, fixture.clock, owner, { urgent: 10, usual: 100, endpoints });

const takeQueued = (owner: string, endpoints: readonly EndpointRoom[] = []): Promise<TakenLane[]> =>
  takeQueuedLanes(fixture.database, fixture.clock, owner, { only: null, usual: 100, endpoints });

const getIds = (taken: readonly { id: number }[]): number[] =>
  taken.map(({ id }) => id).sort((a, b) => a - b);

/** Convert a leased row to the lane that a process holds. */
function toLeasedLane(row: TakenLane): LeasedLane {
  return createLeasedLane(row, row.endpoint && new Endpoint(row.endpoint, performance.now(), () => 0.5), 0);
}

async function loadEndpoint(
  hook: Subscribed,
): Promise<{ id: number; owner: string | null; lease_count: number }> {
  const row = await fixture.database.maybeOne<{ id: number; owner: string | null; lease_count: number }>(
    "select e.id, e.owner, e.lease_count from endpoints e join lanes on lanes.endpoint_id = e.id where lanes.id = $1",
    [hook.lane_id],
  );
  assert.ok(row);
  return row;
}

async function openBreaker(owner: string, hook: Subscribed, probe_at: Date): Promise<void> {
  const { id } = await loadEndpoint(hook);
  const health = {
    failing_since: probe_at,
    failures: 10,
    last_failure: "It answered 500.",
    probes: 0,
    rate: null,
  };
  await saveEndpoints(fixture.database, owner, [{ id, breaker: "open", probe_at, ...health }]);
}

const addMs = (ms: number) => new Date((fixture.clock.at() as Date).getTime() + ms);

test("all lanes of an endpoint go to one process", async () => {
  const [first, second] = await createLanes(firstOrigin, 2);
  assert.ok(first && second);
  await fixture.database.query("update lanes set wake_at = null where id = $1", [second.lane_id]);
  assert.deepEqual(getIds((await take("a")).lanes), [first.lane_id]);
  await fixture.database.query("update lanes set wake_at = $2 where id = $1", [
    second.lane_id,
    fixture.clock.at(),
  ]);
  const elsewhere = await createLanes(otherOrigin, 1);
  assert.deepEqual(getIds((await take("b")).lanes), getIds(elsewhere.map(({ lane_id: id }) => ({ id }))));
  assert.deepEqual(getIds((await take("a")).lanes), [second.lane_id]);
});

test("an endpoint is released only with its current lease count", async () => {
  const [first, second] = await createLanes(firstOrigin, 2);
  assert.ok(first && second);
  const [row] = (await take("a")).lanes;
  assert.ok(row?.endpoint);
  const { endpoint_id: id, lease_count } = row.endpoint;
  await releaseEndpoints(fixture.database, "a", [{ id, lease_count: lease_count - 1 }]);
  assert.equal((await loadEndpoint(first)).owner, "a");
  await releaseEndpoints(fixture.database, "a", [{ id, lease_count }]);
  assert.equal((await loadEndpoint(first)).owner, null);
});

test("an endpoint of a dead process can be leased once it is freed or its lease ends", async () => {
  const [hook] = await createLanes(firstOrigin, 1);
  assert.ok(hook);
  await take("gone");
  assert.deepEqual((await take("next")).lanes, []);
  await freeLeases(fixture.database);
  assert.equal((await take("next")).lanes.length, 1);
  fixture.clock.advance(30_000);
  assert.equal((await take("third")).lanes.length, 1);
});

test("lanes beyond an endpoint's room queue, and the longest waiting is leased first", async () => {
  const hooks = await createLanes(firstOrigin, maxLanesPerEndpoint + 3);
  const first = await take("a");
  assert.equal(first.lanes.length, maxLanesPerEndpoint);
  assert.equal(first.queuedAt.length, 3);
  const { id } = await loadEndpoint(hooks[0] as Subscribed);
  assert.deepEqual(await takeQueued("a", [{ id, room: 0 }]), []);
  assert.deepEqual(await takeQueued("b"), [], "another process cannot lease them");
  const two = await takeQueued("a", [{ id, room: 2 }]);
  assert.equal(two.length, 2);
  fixture.clock.advance(1);
  await requeueLanes(fixture.database, fixture.clock, "a", two.map(toLeasedLane));
  const next = await takeQueued("a", [{ id, room: 1 }]);
  assert.equal(next.length, 1);
  assert.ok(!getIds(two).includes(next[0]?.id ?? 0), "a lane that waited longer is leased first");
});

test("an arrival at a queued lane does not wake it", async () => {
  const hooks = await createLanes(firstOrigin, maxLanesPerEndpoint + 1);
  await take("a");
  const row = await fixture.database.maybeOne<{ id: number }>(
    "select id from lanes where queued_at is not null",
  );
  const hook = hooks.find(({ lane_id }) => lane_id === row?.id);
  assert.ok(hook);
  await fixture.raise([hook], [{ payload: "{}" }]);
  const { lanes: taken, queuedAt } = await take("a");
  assert.deepEqual({ taken, queuedAt }, { taken: [], queuedAt: [] });
});

test("a due probe leases one lane of an open endpoint, the next probe another lane", async () => {
  const [first] = await createLanes(firstOrigin, 3);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await openBreaker("a", first, addMs(60_000));
  await requeueLanes(fixture.database, fixture.clock, "a", rows.map(toLeasedLane));
  await releaseEndpoints(fixture.database, "a", [await loadEndpoint(first)]);
  assert.deepEqual(await takeQueued("b"), []);
  fixture.clock.advance(60_000);
  const [probe, ...rest] = await takeQueued("b");
  assert.equal(probe?.probe, true);
  assert.deepEqual(rest, []);
  assert.deepEqual(await takeQueued("b"), [], "while the probe is under way");
  await requeueLanes(fixture.database, fixture.clock, "b", [toLeasedLane(probe as TakenLane)]);
  fixture.clock.advance(60_000);
  const [next] = await takeQueued("b");
  assert.ok(next);
  assert.notEqual(next.id, probe?.id);
});

test("a lane that becomes due while its endpoint is open goes into the queue", async () => {
  const [first] = await createLanes(firstOrigin, 1);
  assert.ok(first);
  const [row] = (await take("a")).lanes;
  await openBreaker("a", first, addMs(60_000));
  await releaseLanes(fixture.database, "a", [toLeasedLane(row as TakenLane)]);
  const { lanes: taken, queuedAt } = await take("a");
  assert.deepEqual({ taken, queued: queuedAt.length }, { taken: [], queued: 1 });
});

test("a closed lane is leased even if its endpoint is open", async () => {
  const [first] = await createLanes(firstOrigin, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await openBreaker("a", first, addMs(60_000));
  await requeueLanes(fixture.database, fixture.clock, "a", rows.map(toLeasedLane));
  await closeSubscriptionLane(fixture.database, first.subscription_id);
  assert.equal((await take("a")).lanes[0]?.closed, true);
});

test("a lane moved to another endpoint leaves the queue of its old endpoint", async () => {
  const [first] = await createLanes(firstOrigin, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await openBreaker("a", first, addMs(60_000));
  await requeueLanes(fixture.database, fixture.clock, "a", rows.map(toLeasedLane));
  const { subscription_id: id, app_id } = first;
  await fixture.database.transaction((tx) =>
    moveSubscriptionLane(tx, { id, app_id, url: `${otherOrigin}/new` }),
  );
  const [moved] = (await take("b")).lanes;
  assert.equal(moved?.id, first.lane_id);
  assert.notEqual(moved?.endpoint?.endpoint_id, rows[0]?.endpoint?.endpoint_id);
});

test("an open endpoint is probed at once when a subscription's URL on it changes", async () => {
  const [first] = await createLanes(firstOrigin, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await openBreaker("a", first, addMs(600_000));
  await requeueLanes(fixture.database, fixture.clock, "a", rows.map(toLeasedLane));
  const { subscription_id: id, app_id } = first;
  await fixture.database.transaction((tx) =>
    moveSubscriptionLane(tx, { id, app_id, url: `${firstOrigin}/repaired` }),
  );
  assert.equal((await takeQueued("a"))[0]?.probe, true);
});

test("a parked lane without pending deliveries is not leased again", async () => {
  const [first] = await createLanes(firstOrigin, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await requeueLanes(fixture.database, fixture.clock, "a", rows.map(toLeasedLane));
  await fixture.database.query("update deliveries set state = 'delivered' where lane_id = $1", [
    first.lane_id,
  ]);
  const [again] = await takeQueued("a");
  assert.ok(again);
  await parkLanes(fixture.database, fixture.clock, "a", [toLeasedLane(again)]);
  assert.deepEqual(await takeQueued("a"), []);
  assert.deepEqual((await take("a")).lanes, []);
});

test("only the process that holds an endpoint can save its health", async () => {
  const [first] = await createLanes(firstOrigin, 1);
  assert.ok(first);
  await take("a");
  await openBreaker("b", first, addMs(0));
  const rows = await fixture.database.many("select breaker from endpoints");
  assert.deepEqual(rows, [{ breaker: "closed" }]);
});

test("a lane without due deliveries does not enter the queue", async () => {
  const [waiting, due] = await createLanes(firstOrigin, 2);
  assert.ok(waiting && due);
  const rows = (await take("a")).lanes;
  await openBreaker("a", due, addMs(60_000));
  await fixture.database.query("update deliveries set due_at = $2 where lane_id = $1", [
    waiting.lane_id,
    addMs(120_000),
  ]);
  await requeueLanes(fixture.database, fixture.clock, "a", rows.map(toLeasedLane));
  fixture.clock.advance(60_000);
  const probes = await takeQueued("a");
  assert.deepEqual(getIds(probes), [due.lane_id]);
  await requeueLanes(fixture.database, fixture.clock, "a", probes.map(toLeasedLane));
  fixture.clock.advance(60_000);
  const { lanes: taken, queuedAt } = await take("a");
  assert.deepEqual({ taken, queued: queuedAt.length }, { taken: [], queued: 1 }, "the lane is due now");
});

test("a requested probe is not delayed by the failure of a probe under way", async () => {
  const [first] = await createLanes(firstOrigin, 1);
  assert.ok(first);
  const rows = (await take("a")).lanes;
  await openBreaker("a", first, addMs(600_000));
  const { subscription_id: id, app_id } = first;
  await fixture.database.transaction((tx) =>
    moveSubscriptionLane(tx, { id, app_id, url: `${firstOrigin}/repaired` }),
  );
  await openBreaker("a", first, addMs(600_000));
  await requeueLanes(fixture.database, fixture.clock, "a", rows.map(toLeasedLane));
  assert.equal((await takeQueued("a"))[0]?.probe, true);
});
