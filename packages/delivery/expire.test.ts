import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { ensurePartitions } from "@souk/database";
import { eventually, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { bumpLaneEpochs, expireDeliveries, replayDelivery } from "./index.ts";
import { type EngineRig, engineRig, type Subscribed } from "./testing/engine-rig.ts";

let rig: EngineRig;
let receiver: RecordingReceiver;
let hook: Subscribed;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(async () => {
  [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
  rig.clock.set(new Date());
  hook = await rig.subscribe(await rig.install(), "product/update", `${receiver.url}/hook`);
});
afterEach(async () => {
  await rig.stop();
  await receiver.stop();
});

async function pass(ms: number): Promise<void> {
  rig.clock.advance(ms);
  await ensurePartitions(rig.database, rig.clock.at() ?? new Date());
}

const expire = (atOnce = 1_000, stopping?: AbortSignal) =>
  expireDeliveries(rig.database, rig.clock, { atOnce, ...(stopping && { stopping }) });

async function states(): Promise<string[]> {
  return (await rig.deliveries(hook.installation_id)).map(({ state }) => state);
}

/** The endpoint is open, and not to be probed for so long; what is due stands in its queue. */
async function open(ms: number): Promise<void> {
  await rig.database.query(
    "update endpoints set breaker = 'open', failing_since = $1, failures = 10, probe_at = $2",
    [rig.clock.at(), new Date((rig.clock.at() ?? new Date()).getTime() + ms)],
  );
}

test("P11: what an endpoint that is open holds back keeps its attempts, and ends at 7 days", async () => {
  await open(30 * dayMs);
  await rig.raise([hook], Array(3).fill({ payload: "{}" }));
  rig.engine();
  const queued = "select count(*)::int as n from lanes where queued_at is not null";
  const inQueue = async () => (await rig.database.query<{ n: number }>(queued)).rows[0]?.n;
  await eventually(async () => (await inQueue()) === 1);
  for (let day = 1; day < 7; day++) {
    await pass(dayMs);
    assert.equal(await expire(), 0, `day ${day}`);
  }
  await pass(dayMs + 1);
  assert.equal(await expire(1, AbortSignal.abort()), 0, "a process that stops begins no further portion");
  assert.equal(await expire(2), 3);
  const rows = await rig.deliveries(hook.installation_id);
  assert.deepEqual(
    rows.map(({ state, attempts, finished_at }) => [state, attempts, finished_at?.getTime()]),
    Array(3).fill(["expired", 0, rig.clock.at()?.getTime()]),
  );
  assert.equal(receiver.requests.length, 0);
  assert.equal(await inQueue(), 0, "a lane with nothing left waits for nothing");
});

test("what was tried and is then held back ends 48 hours after its first attempt", async () => {
  receiver.answer({ status: 500 });
  await rig.raise([hook], [{ payload: "{}" }]);
  const engine = rig.engine();
  await eventually(async () => (await rig.deliveries(hook.installation_id))[0]?.attempts === 1);
  await engine.stop();
  await open(30 * dayMs);
  await pass(48 * hourMs - 60_000);
  assert.equal(await expire(), 0);
  await pass(120_000);
  assert.equal(await expire(), 1);
  assert.deepEqual(await states(), ["expired"]);
});

test("what waits for an app that is disabled ends too", async () => {
  await rig.raise([hook], [{ payload: "{}" }]);
  await rig.database.transaction((tx) => bumpLaneEpochs(tx, hook.installation_id));
  await rig.database.query("update installations set status = 'disabled'");
  await pass(7 * dayMs + 1);
  assert.equal(await expire(), 1);
});

test("what was replayed is held for 7 days from then", async () => {
  await open(30 * dayMs);
  await rig.raise([hook], [{ payload: "{}" }]);
  await pass(7 * dayMs + 1);
  await expire();
  const [delivery] = await rig.deliveries(hook.installation_id);
  const named = { installation_id: hook.installation_id, delivery_id: delivery?.id ?? 0 };
  await rig.database.transaction((tx) => replayDelivery(tx, named, rig.clock));
  await pass(6 * dayMs);
  assert.equal(await expire(), 0);
  await pass(dayMs + 1);
  assert.equal(await expire(), 1);
});

test("a lane that a process has, or works on, is left to it, and does not keep others from ending", async () => {
  const other = await rig.subscribe(hook, "order/create", `${receiver.url}/other`);
  await rig.raise([hook], Array(3).fill({ payload: "{}" }));
  await rig.raise([other], [{ payload: "{}" }]);
  await pass(7 * dayMs + 1);
  const leased = new Date((rig.clock.at() ?? new Date()).getTime() + 30_000);
  await rig.database.query("update lanes set owner = 'a', leased_until = $2 where id = $1", [
    hook.lane_id,
    leased,
  ]);
  assert.equal(await expire(1), 1);
  assert.deepEqual(await states(), ["pending", "pending", "pending", "expired"]);
  rig.clock.advance(30_000);
  await rig.database.transaction(async (tx) => {
    await tx.query("select from lanes where id = $1 for no key update", [hook.lane_id]);
    assert.equal(await expire(), 0);
  });
  assert.equal(await expire(), 3);
});
