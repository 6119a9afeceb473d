import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Endpoint, maxLanesPerEndpoint } from "./endpoint.ts";
import { releaseEndpoints, saveEndpoints } from "./endpoint-store.ts";
import { freeLeases, parkLanes, releaseLanes, requeueLanes } from "./lane-leases.ts";
import { type EndpointCapacity, type LeaseResult, leaseDueLanes, leaseQueuedLanes } from "./lease-lanes.ts";
import { createLeasedLane, type LaneRow, type LeasedLane } from "./leased-lane.ts";
import { closeSubscriptionLane, moveSubscriptionLane } from "./subscription-lane.ts";
import {
  createEngineFixture,
  type EngineFixture,
  type TestInstallation,
  type TestSubscription,
} from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let app: TestInstallation;
beforeEach(async () => {
  fixture = await createEngineFixture();
  fixture.clock.set(new Date());
  app = await fixture.install();
});
afterEach(() => fixture.stop());

const firstOrigin = "http://127.0.0.1:9";
const otherOrigin = "http://127.0.0.1:10";

/** Subscribe to `count` topics at an origin, and raise an event for each. */
async function createLanes(origin: string, count: number): Promise<TestSubscription[]> {
  const hooks: TestSubscription[] = [];
  for (let n = 0; n < count; n++)
    hooks.push(await fixture.subscribe(app, `topic/${origin}/${n}`, `${origin}/${n}`));
  await fixture.raiseEvents(hooks, [{ payload: "{}" }]);
  return hooks;
}

const leaseDue = (owner: string, endpoints: readonly EndpointCapacity[] = []): Promise<LeaseResult> =>
  leaseDueLanes(fixture.database, fixture.clock, owner, {
    maxNotices: 10,
    maxSubscriptions: 100,
    endpoints,
  });

const leaseQueued = (owner: string, endpoints: readonly EndpointCapacity[] = []): Promise<LaneRow[]> =>
  leaseQueuedLanes(fixture.database, fixture.clock, owner, { endpointIds: null, maxLanes: 100, endpoints });

const getIds = (lanes: readonly { id: number }[]): number[] =>
  lanes.map(({ id }) => id).sort((a, b) => a - b);

/** Convert a leased row to the lane that a process holds. */
function toLeasedLane(row: LaneRow): LeasedLane {
  return createLeasedLane(row, row.endpoint && new Endpoint(row.endpoint, performance.now(), () => 0.5), 0);
}

async function loadEndpoint(
  hook: TestSubscription,
): Promise<{ id: number; owner: string | null; lease_count: number }> {
  const row = await fixture.database.maybeOne<{ id: number; owner: string | null; lease_count: number }>(
    "select e.id, e.owner, e.lease_count from endpoints e join lanes on lanes.endpoint_id = e.id where lanes.id = $1",
    [hook.lane_id],
  );
  assert.ok(row);
  return row;
}

async function openBreaker(owner: string, hook: TestSubscription, probe_at: Date): Promise<void> {
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

const addMs = (ms: number) => new Date((fixture.clock.getTestTime() as Date).getTime() + ms);

test("all lanes of an endpoint are leased by the same process", async () => {
  const [firstHook, secondHook] = await createLanes(firstOrigin, 2);
  assert.ok(firstHook && secondHook);
  await fixture.database.query("update lanes set wake_at = null where id = $1", [secondHook.lane_id]);
  assert.deepEqual(getIds((await leaseDue("a")).lanes), [firstHook.lane_id]);
  await fixture.database.query("update lanes set wake_at = $2 where id = $1", [
    secondHook.lane_id,
    fixture.clock.getTestTime(),
  ]);
  const hooksOfOtherOrigin = await createLanes(otherOrigin, 1);
  assert.deepEqual(
    getIds((await leaseDue("b")).lanes),
    hooksOfOtherOrigin.map(({ lane_id }) => lane_id),
  );
  assert.deepEqual(getIds((await leaseDue("a")).lanes), [secondHook.lane_id]);
});

test("a release that names an outdated lease count does not release the endpoint", async () => {
  const [firstHook, secondHook] = await createLanes(firstOrigin, 2);
  assert.ok(firstHook && secondHook);
  const [row] = (await leaseDue("a")).lanes;
  assert.ok(row?.endpoint);
  const { endpoint_id: id, lease_count } = row.endpoint;
  await releaseEndpoints(fixture.database, "a", [{ id, lease_count: lease_count - 1 }]);
  assert.equal((await loadEndpoint(firstHook)).owner, "a");
  await releaseEndpoints(fixture.database, "a", [{ id, lease_count }]);
  assert.equal((await loadEndpoint(firstHook)).owner, null);
});

test("a dead process's endpoint can be leased once its lease has ended or the leases of all processes are freed", async () => {
  const [hook] = await createLanes(firstOrigin, 1);
  assert.ok(hook);
  await leaseDue("gone");
  assert.deepEqual((await leaseDue("next")).lanes, []);
  await freeLeases(fixture.database);
  assert.equal((await leaseDue("next")).lanes.length, 1);
  fixture.clock.advance(30_000);
  assert.equal((await leaseDue("third")).lanes.length, 1);
});

test("lanes above an endpoint's limit are queued, and those that have waited longest are leased first", async () => {
  const hooks = await createLanes(firstOrigin, maxLanesPerEndpoint + 3);
  const leaseResult = await leaseDue("a");
  assert.equal(leaseResult.lanes.length, maxLanesPerEndpoint);
  assert.equal(leaseResult.queuedEndpointIds.length, 3);
  const { id } = await loadEndpoint(hooks[0] as TestSubscription);
  assert.deepEqual(await leaseQueued("a", [{ id, capacity: 0 }]), []);
  assert.deepEqual(await leaseQueued("b"), [], "another process cannot lease the queued lanes");
  const twoLanes = await leaseQueued("a", [{ id, capacity: 2 }]);
  assert.equal(twoLanes.length, 2);
  fixture.clock.advance(1);
  await requeueLanes(fixture.database, fixture.clock, "a", twoLanes.map(toLeasedLane));
  const nextLanes = await leaseQueued("a", [{ id, capacity: 1 }]);
  assert.equal(nextLanes.length, 1);
  assert.ok(!getIds(twoLanes).includes(nextLanes[0]?.id ?? 0), "a lane that waited longer is leased first");
});

test("a new delivery does not take its lane out of the endpoint's queue", async () => {
  const hooks = await createLanes(firstOrigin, maxLanesPerEndpoint + 1);
  await leaseDue("a");
  const row = await fixture.database.maybeOne<{ id: number }>(
    "select id from lanes where queued_at is not null",
  );
  const hook = hooks.find(({ lane_id }) => lane_id === row?.id);
  assert.ok(hook);
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  const { lanes, queuedEndpointIds } = await leaseDue("a");
  assert.deepEqual({ lanes, queuedEndpointIds }, { lanes: [], queuedEndpointIds: [] });
});

test("while an endpoint's breaker is open, each due probe leases a different lane", async () => {
  const [firstHook] = await createLanes(firstOrigin, 3);
  assert.ok(firstHook);
  const leasedRows = (await leaseDue("a")).lanes;
  await openBreaker("a", firstHook, addMs(60_000));
  await requeueLanes(fixture.database, fixture.clock, "a", leasedRows.map(toLeasedLane));
  await releaseEndpoints(fixture.database, "a", [await loadEndpoint(firstHook)]);
  assert.deepEqual(await leaseQueued("b"), []);
  fixture.clock.advance(60_000);
  const [probe, ...otherLanes] = await leaseQueued("b");
  assert.equal(probe?.probe, true);
  assert.deepEqual(otherLanes, []);
  assert.deepEqual(await leaseQueued("b"), [], "no other lane is leased until the probe ends");
  await requeueLanes(fixture.database, fixture.clock, "b", [toLeasedLane(probe as LaneRow)]);
  fixture.clock.advance(60_000);
  const [nextProbe] = await leaseQueued("b");
  assert.ok(nextProbe);
  assert.notEqual(nextProbe.id, probe?.id);
});

test("a due lane of an endpoint whose breaker is open waits in the endpoint's queue", async () => {
  const [firstHook] = await createLanes(firstOrigin, 1);
  assert.ok(firstHook);
  const [row] = (await leaseDue("a")).lanes;
  await openBreaker("a", firstHook, addMs(60_000));
  await releaseLanes(fixture.database, "a", [toLeasedLane(row as LaneRow)]);
  const { lanes, queuedEndpointIds } = await leaseDue("a");
  assert.deepEqual({ lanes, queued: queuedEndpointIds.length }, { lanes: [], queued: 1 });
});

test("the closed lane of a deleted subscription is leased even if its endpoint's breaker is open", async () => {
  const [firstHook] = await createLanes(firstOrigin, 1);
  assert.ok(firstHook);
  const leasedRows = (await leaseDue("a")).lanes;
  await openBreaker("a", firstHook, addMs(60_000));
  await requeueLanes(fixture.database, fixture.clock, "a", leasedRows.map(toLeasedLane));
  await closeSubscriptionLane(fixture.database, firstHook.subscription_id);
  assert.equal((await leaseDue("a")).lanes[0]?.closed, true);
});

test("a lane moved to another endpoint leaves the queue of its old endpoint", async () => {
  const [firstHook] = await createLanes(firstOrigin, 1);
  assert.ok(firstHook);
  const leasedRows = (await leaseDue("a")).lanes;
  await openBreaker("a", firstHook, addMs(60_000));
  await requeueLanes(fixture.database, fixture.clock, "a", leasedRows.map(toLeasedLane));
  const { subscription_id: id, app_id } = firstHook;
  await fixture.database.transaction((tx) =>
    moveSubscriptionLane(tx, { id, app_id, url: `${otherOrigin}/new` }),
  );
  const [movedLane] = (await leaseDue("b")).lanes;
  assert.equal(movedLane?.id, firstHook.lane_id);
  assert.notEqual(movedLane?.endpoint?.endpoint_id, leasedRows[0]?.endpoint?.endpoint_id);
});

test("an endpoint with an open breaker is probed at once if a subscribed URL changes", async () => {
  const [firstHook] = await createLanes(firstOrigin, 1);
  assert.ok(firstHook);
  const leasedRows = (await leaseDue("a")).lanes;
  await openBreaker("a", firstHook, addMs(600_000));
  await requeueLanes(fixture.database, fixture.clock, "a", leasedRows.map(toLeasedLane));
  const { subscription_id: id, app_id } = firstHook;
  await fixture.database.transaction((tx) =>
    moveSubscriptionLane(tx, { id, app_id, url: `${firstOrigin}/repaired` }),
  );
  assert.equal((await leaseQueued("a"))[0]?.probe, true);
});

test("a parked lane without pending deliveries is not leased again", async () => {
  const [firstHook] = await createLanes(firstOrigin, 1);
  assert.ok(firstHook);
  const leasedRows = (await leaseDue("a")).lanes;
  await requeueLanes(fixture.database, fixture.clock, "a", leasedRows.map(toLeasedLane));
  await fixture.database.query("update deliveries set state = 'delivered' where lane_id = $1", [
    firstHook.lane_id,
  ]);
  const [nextLane] = await leaseQueued("a");
  assert.ok(nextLane);
  await parkLanes(fixture.database, fixture.clock, "a", [toLeasedLane(nextLane)]);
  assert.deepEqual(await leaseQueued("a"), []);
  assert.deepEqual((await leaseDue("a")).lanes, []);
});

test("only the process that holds an endpoint can save its health", async () => {
  const [firstHook] = await createLanes(firstOrigin, 1);
  assert.ok(firstHook);
  await leaseDue("a");
  await openBreaker("b", firstHook, addMs(0));
  const rows = await fixture.database.many("select breaker from endpoints");
  assert.deepEqual(rows, [{ breaker: "closed" }]);
});

test("a lane without due deliveries does not enter its endpoint's queue", async () => {
  const [waitingHook, dueHook] = await createLanes(firstOrigin, 2);
  assert.ok(waitingHook && dueHook);
  const leasedRows = (await leaseDue("a")).lanes;
  await openBreaker("a", dueHook, addMs(60_000));
  await fixture.database.query("update deliveries set due_at = $2 where lane_id = $1", [
    waitingHook.lane_id,
    addMs(120_000),
  ]);
  await requeueLanes(fixture.database, fixture.clock, "a", leasedRows.map(toLeasedLane));
  fixture.clock.advance(60_000);
  const probes = await leaseQueued("a");
  assert.deepEqual(getIds(probes), [dueHook.lane_id]);
  await requeueLanes(fixture.database, fixture.clock, "a", probes.map(toLeasedLane));
  fixture.clock.advance(60_000);
  const { lanes, queuedEndpointIds } = await leaseDue("a");
  assert.deepEqual(
    { lanes, queued: queuedEndpointIds.length },
    { lanes: [], queued: 1 },
    "the lane is due now",
  );
});

test("if the URL changes while a probe is running, a new probe is due even if the running one fails", async () => {
  const [firstHook] = await createLanes(firstOrigin, 1);
  assert.ok(firstHook);
  const leasedRows = (await leaseDue("a")).lanes;
  await openBreaker("a", firstHook, addMs(600_000));
  const { subscription_id: id, app_id } = firstHook;
  await fixture.database.transaction((tx) =>
    moveSubscriptionLane(tx, { id, app_id, url: `${firstOrigin}/repaired` }),
  );
  await openBreaker("a", firstHook, addMs(600_000));
  await requeueLanes(fixture.database, fixture.clock, "a", leasedRows.map(toLeasedLane));
  assert.equal((await leaseQueued("a"))[0]?.probe, true);
});
