import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type Acknowledgement, acknowledge } from "./acknowledge.ts";
import { stopLanesOfApps } from "./app-lanes.ts";
import { Endpoint } from "./endpoint.ts";
import { freeLeases, parkLanes, releaseLanes, renewLeases } from "./lane-leases.ts";
import { leaseDueLanes } from "./lease-lanes.ts";
import { createLeasedLane, type LeasedLane } from "./leased-lane.ts";
import { createEngineFixture, type EngineFixture, type TestSubscription } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let hook: TestSubscription;
beforeEach(async () => {
  fixture = await createEngineFixture();
  fixture.clock.set(new Date());
  hook = await fixture.subscribe(await fixture.install(), "product/update", "http://127.0.0.1:9/");
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
});
afterEach(() => fixture.stop());

async function leaseLanes(owner: string): Promise<LeasedLane[]> {
  const leaseResult = await leaseDueLanes(fixture.database, fixture.clock, owner, {
    maxNotices: 10,
    maxSubscriptions: 10,
  });
  return leaseResult.lanes.map((row) =>
    createLeasedLane(row, row.endpoint && new Endpoint(row.endpoint, performance.now(), Math.random), 0),
  );
}

interface LaneRow {
  owner: string | null;
  epoch: number;
  leased_until: Date | null;
  wake_at: Date | null;
}

async function loadLane(): Promise<LaneRow | undefined> {
  return fixture.database.maybeOne<LaneRow>(
    "select owner, epoch, leased_until, wake_at from lanes where id = $1",
    [hook.lane_id],
  );
}

async function buildAcknowledgement(lane: LeasedLane): Promise<Acknowledgement> {
  const [row] = await fixture.listDeliveries(hook.installation_id);
  assert.ok(row);
  return {
    lane_id: lane.id,
    epoch: lane.epoch,
    delivery_id: row.id,
    delivery_created_at: fixture.clock.getTestTime() as Date,
    delivery_due_at: row.due_at,
    state: "delivered",
    attempt: { number: 1, started_at: new Date(), status: 200, failure: null, duration_ms: 1, answer: "" },
  };
}

test("one process leases a lane for 30 seconds, and each lease increments the lane's epoch", async () => {
  const [firstLane] = await leaseLanes("one");
  assert.equal(firstLane?.id, hook.lane_id);
  assert.deepEqual(await leaseLanes("other"), []);
  fixture.clock.advance(29_999);
  assert.deepEqual(await leaseLanes("other"), []);
  fixture.clock.advance(1);
  const [secondLane] = await leaseLanes("other");
  assert.equal(secondLane?.epoch, (firstLane?.epoch ?? 0) + 1);
});

test("concurrent processes never lease the same lane", async () => {
  const app = await fixture.install();
  const hooks: TestSubscription[] = [];
  // Each lane has its own endpoint, because all lanes of an endpoint go to one owner.
  for (let n = 0; n < 30; n++)
    hooks.push(await fixture.subscribe(app, `topic/${n}`, `http://127.0.0.1:${1_100 + n}/`));
  await fixture.raiseEvents(hooks, [{ payload: "{}" }]);
  const owners = ["a", "b", "c", "d", "e", "f"];
  const leasedLanes = (await Promise.all(owners.map(leaseLanes))).flat();
  const laneIds = [...leasedLanes, ...(await leaseLanes("g"))].map(({ id }) => id);
  assert.equal(new Set(laneIds).size, laneIds.length);
});

test("P6: an acknowledgement with an older epoch has no effect, even by the lane's owner", async () => {
  const [staleLane] = await leaseLanes("one");
  fixture.clock.advance(30_000);
  const [currentLane] = await leaseLanes("one");
  assert.ok(staleLane && currentLane);
  const acknowledgement = await buildAcknowledgement(staleLane);
  const deliveriesBefore = await fixture.listDeliveries(hook.installation_id);
  fixture.clock.set(acknowledgement.delivery_due_at);
  assert.deepEqual(await acknowledge(fixture.database, fixture.clock, "one", [acknowledgement]), new Map());
  assert.deepEqual(await fixture.listDeliveries(hook.installation_id), deliveriesBefore);
  assert.deepEqual(await renewLeases(fixture.database, fixture.clock, "one", [staleLane]), new Set());
  assert.deepEqual(await parkLanes(fixture.database, fixture.clock, "one", [staleLane]), []);
  await releaseLanes(fixture.database, "one", [staleLane]);
  assert.equal((await loadLane())?.owner, "one");

  // A delivery is created and becomes due at the same time.
  const validAcknowledgement = {
    ...acknowledgement,
    epoch: currentLane.epoch,
    delivery_created_at: acknowledgement.delivery_due_at,
  };
  assert.deepEqual(
    await acknowledge(fixture.database, fixture.clock, "one", [validAcknowledgement]),
    new Map([[currentLane.id, currentLane.epoch]]),
  );
  assert.equal((await fixture.listDeliveries(hook.installation_id))[0]?.state, "delivered");
});

test("P6: of two acknowledgements in a batch, only that with the current epoch has an effect", async () => {
  const [staleLane] = await leaseLanes("one");
  fixture.clock.advance(30_000);
  const [currentLane] = await leaseLanes("one");
  assert.ok(staleLane && currentLane);
  const acknowledgement = await buildAcknowledgement(currentLane);
  // A delivery is created and becomes due at the same time.
  const creation = { delivery_created_at: acknowledgement.delivery_due_at };
  const staleAcknowledgement = {
    ...acknowledgement,
    ...creation,
    epoch: staleLane.epoch,
    state: "expired" as const,
  };
  const epochByLane = await acknowledge(fixture.database, fixture.clock, "one", [
    staleAcknowledgement,
    { ...acknowledgement, ...creation },
  ]);
  assert.deepEqual(epochByLane, new Map([[currentLane.id, currentLane.epoch]]));
  const attempts = await fixture.database.query("select from delivery_attempts");
  assert.equal(attempts.rowCount, 1);
  assert.equal((await fixture.listDeliveries(hook.installation_id))[0]?.state, "delivered");
});

test("after an app's suspension, the former owner of its lanes cannot change their deliveries", async () => {
  const [leasedLane] = await leaseLanes("one");
  assert.ok(leasedLane);
  await fixture.database.transaction((tx) => stopLanesOfApps(tx, [hook.app_id]));
  assert.deepEqual(await loadLane(), {
    owner: null,
    epoch: leasedLane.epoch + 1,
    leased_until: null,
    wake_at: null,
  });
  assert.equal(
    (await acknowledge(fixture.database, fixture.clock, "one", [await buildAcknowledgement(leasedLane)]))
      .size,
    0,
  );
  assert.equal((await fixture.listDeliveries(hook.installation_id))[0]?.state, "pending");
  assert.deepEqual(await renewLeases(fixture.database, fixture.clock, "one", [leasedLane]), new Set());
});

test("P6: an acknowledgement by a process that does not own the lane has no effect", async () => {
  const [lane] = await leaseLanes("one");
  assert.ok(lane);
  assert.equal(
    (await acknowledge(fixture.database, fixture.clock, "other", [await buildAcknowledgement(lane)])).size,
    0,
  );
  assert.equal((await fixture.listDeliveries(hook.installation_id))[0]?.state, "pending");
  assert.deepEqual(await renewLeases(fixture.database, fixture.clock, "other", [lane]), new Set());
});

test("a parked lane becomes due when its next delivery is due", async () => {
  const [lane] = await leaseLanes("one");
  assert.ok(lane);
  const dueAt = new Date((fixture.clock.getTestTime() as Date).getTime() + 7_000);
  await fixture.database.query("update deliveries set due_at = $2 where lane_id = $1", [lane.id, dueAt]);
  const [parkedLane] = await parkLanes(fixture.database, fixture.clock, "one", [lane]);
  assert.equal(parkedLane?.wake_in_ms, 7_000);
  assert.deepEqual(await loadLane(), { owner: null, epoch: lane.epoch, leased_until: null, wake_at: dueAt });
});

test("a lane that has received deliveries since its last read is not parked", async () => {
  const [lane] = await leaseLanes("one");
  assert.ok(lane);
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  assert.deepEqual(await parkLanes(fixture.database, fixture.clock, "one", [lane]), []);
  assert.equal((await loadLane())?.owner, "one");
});

test("a lane that is parked while its installation is disabled is never due", async () => {
  const [lane] = await leaseLanes("one");
  assert.ok(lane);
  await fixture.database.query("update installations set status = 'disabled' where id = $1", [
    hook.installation_id,
  ]);
  await parkLanes(fixture.database, fixture.clock, "one", [lane]);
  assert.equal((await loadLane())?.wake_at, null);
});

test("freed lanes can be leased at once, and their earlier leases cannot be renewed", async () => {
  const [formerLane] = await leaseLanes("dead");
  assert.ok(formerLane);
  assert.equal(await freeLeases(fixture.database), 1);
  assert.equal(await freeLeases(fixture.database), 0);
  const [lane] = await leaseLanes("dead");
  assert.equal(lane?.id, formerLane.id);
  assert.deepEqual(await renewLeases(fixture.database, fixture.clock, "dead", [formerLane]), new Set());
});
