import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type Acknowledgement, acknowledge } from "./acknowledge.ts";
import { stopLanesOfApps } from "./app-lanes.ts";
import { Endpoint } from "./endpoint.ts";
import { freeLeases, parkLanes, releaseLanes, renewLeases } from "./lane-leases.ts";
import { createLeasedLane, type LeasedLane } from "./leased-lane.ts";
import { takeLanes } from "./take-lanes.ts";
import { createEngineFixture, type EngineFixture, type Subscribed } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let hook: Subscribed;
beforeEach(async () => {
  fixture = await createEngineFixture();
  fixture.clock.set(new Date());
  hook = await fixture.subscribe(await fixture.install(), "product/update", "http://127.0.0.1:9/");
  await fixture.raise([hook], [{ payload: "{}" }]);
});
afterEach(() => fixture.stop());

async function take(owner: string): Promise<LeasedLane[]> {
  const taken = await takeLanes(fixture.database, fixture.clock, owner, { urgent: 10, usual: 10 });
  return taken.lanes.map((row) =>
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

async function buildAcknowledgement(held: LeasedLane): Promise<Acknowledgement> {
  const [row] = await fixture.listDeliveries(hook.installation_id);
  assert.ok(row);
  return {
    lane_id: held.id,
    epoch: held.epoch,
    delivery_id: row.id,
    delivery_created_at: fixture.clock.at() as Date,
    delivery_due_at: row.due_at,
    state: "delivered",
    attempt: { number: 1, started_at: new Date(), status: 200, failure: null, duration_ms: 1, answer: "" },
  };
}

test("a lane is leased by one process for 30 seconds, and every lease raises its epoch", async () => {
  const [first] = await take("one");
  assert.equal(first?.id, hook.lane_id);
  assert.deepEqual(await take("other"), []);
  fixture.clock.advance(29_999);
  assert.deepEqual(await take("other"), []);
  fixture.clock.advance(1);
  const [second] = await take("other");
  assert.equal(second?.epoch, (first?.epoch ?? 0) + 1);
});

test("concurrent processes never lease the same lane", async () => {
  const app = await fixture.install();
  const hooks: Subscribed[] = [];
  // Each lane has its own endpoint, because all lanes of an endpoint go to one owner.
  for (let n = 0; n < 30; n++)
    hooks.push(await fixture.subscribe(app, `topic/${n}`, `http://127.0.0.1:${1_100 + n}/`));
  await fixture.raise(hooks, [{ payload: "{}" }]);
  const owners = ["a", "b", "c", "d", "e", "f"];
  const taken = (await Promise.all(owners.map(take))).flat();
  const all = [...taken, ...(await take("g"))].map(({ id }) => id);
  assert.equal(new Set(all).size, all.length);
});

test("P6: acknowledging with an older epoch changes nothing, even by the same owner", async () => {
  const [old] = await take("one");
  fixture.clock.advance(30_000);
  const [now] = await take("one");
  assert.ok(old && now);
  const acknowledgement = await buildAcknowledgement(old);
  const before = await fixture.listDeliveries(hook.installation_id);
  fixture.clock.set(acknowledgement.delivery_due_at);
  assert.deepEqual(await acknowledge(fixture.database, fixture.clock, "one", [acknowledgement]), new Map());
  assert.deepEqual(await fixture.listDeliveries(hook.installation_id), before);
  assert.deepEqual(await renewLeases(fixture.database, fixture.clock, "one", [old]), new Set());
  assert.deepEqual(await parkLanes(fixture.database, fixture.clock, "one", [old]), []);
  await releaseLanes(fixture.database, "one", [old]);
  assert.equal((await loadLane())?.owner, "one");

  const right = {
    ...acknowledgement,
    epoch: now.epoch,
    delivery_created_at: acknowledgement.delivery_due_at,
  };
  assert.deepEqual(
    await acknowledge(fixture.database, fixture.clock, "one", [right]),
    new Map([[now.id, now.epoch]]),
  );
  assert.equal((await fixture.listDeliveries(hook.installation_id))[0]?.state, "delivered");
});

test("P6: in one batch only the acknowledgement with the current epoch has an effect", async () => {
  const [old] = await take("one");
  fixture.clock.advance(30_000);
  const [now] = await take("one");
  assert.ok(old && now);
  const acknowledgement = await buildAcknowledgement(now);
  const at = { delivery_created_at: acknowledgement.delivery_due_at };
  const stale = { ...acknowledgement, ...at, epoch: old.epoch, state: "expired" as const };
  const epochByLane = await acknowledge(fixture.database, fixture.clock, "one", [
    stale,
    { ...acknowledgement, ...at },
  ]);
  assert.deepEqual(epochByLane, new Map([[now.id, now.epoch]]));
  const attempts = await fixture.database.query("select from delivery_attempts");
  assert.equal(attempts.rowCount, 1);
  assert.equal((await fixture.listDeliveries(hook.installation_id))[0]?.state, "delivered");
});

test("an app's suspension revokes its lanes, and their former owner can change nothing", async () => {
  const [leased] = await take("one");
  assert.ok(leased);
  await fixture.database.transaction((tx) => stopLanesOfApps(tx, [hook.app_id]));
  assert.deepEqual(await loadLane(), {
    owner: null,
    epoch: leased.epoch + 1,
    leased_until: null,
    wake_at: null,
  });
  assert.equal(
    (await acknowledge(fixture.database, fixture.clock, "one", [await buildAcknowledgement(leased)])).size,
    0,
  );
  assert.equal((await fixture.listDeliveries(hook.installation_id))[0]?.state, "pending");
  assert.deepEqual(await renewLeases(fixture.database, fixture.clock, "one", [leased]), new Set());
});

test("P6: an acknowledgement by another owner changes nothing", async () => {
  const [held] = await take("one");
  assert.ok(held);
  assert.equal(
    (await acknowledge(fixture.database, fixture.clock, "other", [await buildAcknowledgement(held)])).size,
    0,
  );
  assert.equal((await fixture.listDeliveries(hook.installation_id))[0]?.state, "pending");
  assert.deepEqual(await renewLeases(fixture.database, fixture.clock, "other", [held]), new Set());
});

test("a parked lane is due when its next delivery is due", async () => {
  const [held] = await take("one");
  assert.ok(held);
  const due = new Date((fixture.clock.at() as Date).getTime() + 7_000);
  await fixture.database.query("update deliveries set due_at = $2 where lane_id = $1", [held.id, due]);
  const [parked] = await parkLanes(fixture.database, fixture.clock, "one", [held]);
  assert.equal(parked?.wake_in_ms, 7_000);
  assert.deepEqual(await loadLane(), { owner: null, epoch: held.epoch, leased_until: null, wake_at: due });
});

test("a lane with arrivals since its last read is not parked", async () => {
  const [held] = await take("one");
  assert.ok(held);
  await fixture.raise([hook], [{ payload: "{}" }]);
  assert.deepEqual(await parkLanes(fixture.database, fixture.clock, "one", [held]), []);
  assert.equal((await loadLane())?.owner, "one");
});

test("the lane of a disabled installation is never due", async () => {
  const [held] = await take("one");
  assert.ok(held);
  await fixture.database.query("update installations set status = 'disabled' where id = $1", [
    hook.installation_id,
  ]);
  await parkLanes(fixture.database, fixture.clock, "one", [held]);
  assert.equal((await loadLane())?.wake_at, null);
});

test("freed lanes can be leased at once, and their former owner can change nothing", async () => {
  const [dead] = await take("dead");
  assert.ok(dead);
  assert.equal(await freeLeases(fixture.database), 1);
  assert.equal(await freeLeases(fixture.database), 0);
  const [held] = await take("dead");
  assert.equal(held?.id, dead.id);
  assert.deepEqual(await renewLeases(fixture.database, fixture.clock, "dead", [dead]), new Set());
});
