import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type Acknowledgement, acknowledge } from "./acknowledge.ts";
import { Endpoint } from "./endpoint.ts";
import { freeLeases, parkLanes, releaseLanes, renewLeases } from "./lane-leases.ts";
import { stopLanesOfApps } from "./lanes-of-apps.ts";
import { type LeasedLane, leasedLane } from "./leased-lane.ts";
import { takeLanes } from "./take-lanes.ts";
import { type EngineRig, engineRig, type Subscribed } from "./testing/engine-rig.ts";

let rig: EngineRig;
let hook: Subscribed;
beforeEach(async () => {
  rig = await engineRig();
  rig.clock.set(new Date());
  hook = await rig.subscribe(await rig.install(), "product/update", "http://127.0.0.1:9/");
  await rig.raise([hook], [{ payload: "{}" }]);
});
afterEach(() => rig.stop());

async function take(owner: string): Promise<LeasedLane[]> {
  const taken = await takeLanes(rig.database, rig.clock, owner, { urgent: 10, usual: 10 });
  return taken.lanes.map((row) =>
    leasedLane(row, row.endpoint && new Endpoint(row.endpoint, performance.now(), Math.random), 0),
  );
}

interface LaneRow {
  owner: string | null;
  epoch: number;
  leased_until: Date | null;
  wake_at: Date | null;
}

async function lane(): Promise<LaneRow | undefined> {
  const found = await rig.database.query<LaneRow>(
    "select owner, epoch, leased_until, wake_at from lanes where id = $1",
    [hook.lane_id],
  );
  return found.rows[0];
}

async function delivered(held: LeasedLane): Promise<Acknowledgement> {
  const [row] = await rig.deliveries(hook.installation_id);
  assert.ok(row);
  return {
    lane_id: held.id,
    epoch: held.epoch,
    delivery_id: row.id,
    delivery_created_at: rig.clock.at() as Date,
    delivery_due_at: row.due_at,
    state: "delivered",
    attempt: { number: 1, started_at: new Date(), status: 200, failure: null, duration_ms: 1, answer: "" },
  };
}

test("a lane is taken by one, for 30 seconds, and each taking counts its epoch up", async () => {
  const [first] = await take("one");
  assert.equal(first?.id, hook.lane_id);
  assert.deepEqual(await take("other"), []);
  rig.clock.advance(29_999);
  assert.deepEqual(await take("other"), []);
  rig.clock.advance(1);
  const [second] = await take("other");
  assert.equal(second?.epoch, (first?.epoch ?? 0) + 1);
});

test("of several that take at once each lane goes to one", async () => {
  const app = await rig.install();
  const hooks: Subscribed[] = [];
  // Each of an endpoint of its own: the lanes of one endpoint all go to one owner.
  for (let n = 0; n < 30; n++)
    hooks.push(await rig.subscribe(app, `topic/${n}`, `http://127.0.0.1:${1_100 + n}/`));
  await rig.raise(hooks, [{ payload: "{}" }]);
  const owners = ["a", "b", "c", "d", "e", "f"];
  const taken = (await Promise.all(owners.map(take))).flat();
  const all = [...taken, ...(await take("g"))].map(({ id }) => id);
  assert.equal(new Set(all).size, all.length);
});

test("P6: what is told under an older epoch changes nothing, though the owner has the same name", async () => {
  const [old] = await take("one");
  rig.clock.advance(30_000);
  const [now] = await take("one");
  assert.ok(old && now);
  const told = await delivered(old);
  const before = await rig.deliveries(hook.installation_id);
  rig.clock.set(told.delivery_due_at);
  assert.deepEqual(await acknowledge(rig.database, rig.clock, "one", [told]), new Map());
  assert.deepEqual(await rig.deliveries(hook.installation_id), before);
  assert.deepEqual(await renewLeases(rig.database, rig.clock, "one", [old]), new Set());
  assert.deepEqual(await parkLanes(rig.database, rig.clock, "one", [old]), []);
  await releaseLanes(rig.database, "one", [old]);
  assert.equal((await lane())?.owner, "one");

  const right = { ...told, epoch: now.epoch, delivery_created_at: told.delivery_due_at };
  assert.deepEqual(
    await acknowledge(rig.database, rig.clock, "one", [right]),
    new Map([[now.id, now.epoch]]),
  );
  assert.equal((await rig.deliveries(hook.installation_id))[0]?.state, "delivered");
});

test("P6: what is told under an older epoch beside what is told under the present one changes nothing either", async () => {
  const [old] = await take("one");
  rig.clock.advance(30_000);
  const [now] = await take("one");
  assert.ok(old && now);
  const told = await delivered(now);
  const at = { delivery_created_at: told.delivery_due_at };
  const stale = { ...told, ...at, epoch: old.epoch, state: "expired" as const };
  const held = await acknowledge(rig.database, rig.clock, "one", [stale, { ...told, ...at }]);
  assert.deepEqual(held, new Map([[now.id, now.epoch]]));
  const attempts = await rig.database.query("select from delivery_attempts");
  assert.equal(attempts.rowCount, 1);
  assert.equal((await rig.deliveries(hook.installation_id))[0]?.state, "delivered");
});

test("an app's suspension takes its lanes away: whoever had one leased can change nothing more with it", async () => {
  const [held] = await take("one");
  assert.ok(held);
  await rig.database.transaction((tx) => stopLanesOfApps(tx, [hook.app_id]));
  assert.deepEqual(await lane(), { owner: null, epoch: held.epoch + 1, leased_until: null, wake_at: null });
  assert.equal((await acknowledge(rig.database, rig.clock, "one", [await delivered(held)])).size, 0);
  assert.equal((await rig.deliveries(hook.installation_id))[0]?.state, "pending");
  assert.deepEqual(await renewLeases(rig.database, rig.clock, "one", [held]), new Set());
});

test("P6: another owner's name does not do either", async () => {
  const [held] = await take("one");
  assert.ok(held);
  assert.equal((await acknowledge(rig.database, rig.clock, "other", [await delivered(held)])).size, 0);
  assert.equal((await rig.deliveries(hook.installation_id))[0]?.state, "pending");
  assert.deepEqual(await renewLeases(rig.database, rig.clock, "other", [held]), new Set());
});

test("a lane given back is due when the earliest of its deliveries is", async () => {
  const [held] = await take("one");
  assert.ok(held);
  const due = new Date((rig.clock.at() as Date).getTime() + 7_000);
  await rig.database.query("update deliveries set due_at = $2 where lane_id = $1", [held.id, due]);
  const [parked] = await parkLanes(rig.database, rig.clock, "one", [held]);
  assert.equal(parked?.wake_in_ms, 7_000);
  assert.deepEqual(await lane(), { owner: null, epoch: held.epoch, leased_until: null, wake_at: due });
});

test("a lane to which something has come since it was looked at is not given back", async () => {
  const [held] = await take("one");
  assert.ok(held);
  await rig.raise([hook], [{ payload: "{}" }]);
  assert.deepEqual(await parkLanes(rig.database, rig.clock, "one", [held]), []);
  assert.equal((await lane())?.owner, "one");
});

test("the lane of an installation that is disabled is due for nobody, whatever it holds", async () => {
  const [held] = await take("one");
  assert.ok(held);
  await rig.database.query("update installations set status = 'disabled' where id = $1", [
    hook.installation_id,
  ]);
  await parkLanes(rig.database, rig.clock, "one", [held]);
  assert.equal((await lane())?.wake_at, null);
});

test("leases that are freed can be taken at once, and whoever had them can change nothing more", async () => {
  const [dead] = await take("dead");
  assert.ok(dead);
  assert.equal(await freeLeases(rig.database), 1);
  assert.equal(await freeLeases(rig.database), 0);
  const [held] = await take("dead");
  assert.equal(held?.id, dead.id);
  assert.deepEqual(await renewLeases(rig.database, rig.clock, "dead", [dead]), new Set());
});
