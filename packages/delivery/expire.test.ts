import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { ensurePartitions } from "@souk/database";
import { eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import { expireDeliveries, replayDelivery, stopLanesOfInstallation } from "./index.ts";
import { createEngineFixture, type EngineFixture, type TestSubscription } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
let hook: TestSubscription;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
  fixture.clock.set(new Date());
  hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}/hook`);
});
afterEach(async () => {
  await fixture.stop();
  await receiver.stop();
});

async function advanceClock(ms: number): Promise<void> {
  fixture.clock.advance(ms);
  await ensurePartitions(fixture.database, fixture.clock.getTestTime() ?? new Date());
}

const expire = (batchSize = 1_000, stopping?: AbortSignal) =>
  expireDeliveries(fixture.database, fixture.clock, { batchSize, ...(stopping && { stopping }) });

async function loadStates(): Promise<string[]> {
  return (await fixture.listDeliveries(hook.installation_id)).map(({ state }) => state);
}

/** Open the endpoint's breaker until its next probe. Until then, due lanes wait in the endpoint's queue. */
async function openBreaker(msUntilProbe: number): Promise<void> {
  const now = fixture.clock.getTestTime() ?? new Date();
  await fixture.database.query(
    "update endpoints set breaker = 'open', failing_since = $1, failures = 10, probe_at = $2",
    [now, new Date(now.getTime() + msUntilProbe)],
  );
}

test("P11: deliveries to an endpoint with an open breaker expire unsent after 7 days", async () => {
  await openBreaker(30 * dayMs);
  await fixture.raiseEvents([hook], Array(3).fill({ payload: "{}" }));
  fixture.startEngine();
  const queuedSql = "select count(*)::int as n from lanes where queued_at is not null";
  const countQueued = async () => (await fixture.database.one<{ n: number }>(queuedSql)).n;
  await eventually(async () => (await countQueued()) === 1);
  for (let day = 1; day < 7; day++) {
    await advanceClock(dayMs);
    assert.equal(await expire(), 0, `day ${day}`);
  }
  await advanceClock(dayMs + 1);
  assert.equal(await expire(1, AbortSignal.abort()), 0, "after the stop signal no transaction starts");
  assert.equal(await expire(2), 3);
  const rows = await fixture.listDeliveries(hook.installation_id);
  assert.deepEqual(
    rows.map(({ state, attempts, finished_at }) => [state, attempts, finished_at?.getTime()]),
    Array(3).fill(["expired", 0, fixture.clock.getTestTime()?.getTime()]),
  );
  assert.equal(receiver.requests.length, 0);
  assert.equal(await countQueued(), 0, "a lane without pending deliveries leaves the queue");
});

test("a delivery that was tried expires 48 hours after its first attempt", async () => {
  receiver.respondWith({ status: 500 });
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  const engine = fixture.startEngine();
  await eventually(async () => (await fixture.listDeliveries(hook.installation_id))[0]?.attempts === 1);
  await engine.stop();
  await openBreaker(30 * dayMs);
  await advanceClock(48 * hourMs - 60_000);
  assert.equal(await expire(), 0);
  await advanceClock(120_000);
  assert.equal(await expire(), 1);
  assert.deepEqual(await loadStates(), ["expired"]);
});

test("a waiting delivery to a disabled installation expires after 7 days", async () => {
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await fixture.database.transaction((tx) => stopLanesOfInstallation(tx, hook.installation_id));
  await fixture.database.query("update installations set status = 'disabled'");
  await advanceClock(7 * dayMs + 1);
  assert.equal(await expire(), 1);
});

test("a replayed delivery expires 7 days after its replay", async () => {
  await openBreaker(30 * dayMs);
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await advanceClock(7 * dayMs + 1);
  await expire();
  const [delivery] = await fixture.listDeliveries(hook.installation_id);
  const deliveryKey = { installation_id: hook.installation_id, delivery_id: delivery?.id ?? 0 };
  await fixture.database.transaction((tx) => replayDelivery(tx, deliveryKey, fixture.clock));
  await advanceClock(6 * dayMs);
  assert.equal(await expire(), 0);
  await advanceClock(dayMs + 1);
  assert.equal(await expire(), 1);
});

test("deliveries do not expire while their lane is leased or locked", async () => {
  const otherHook = await fixture.subscribe(hook, "order/create", `${receiver.url}/other`);
  await fixture.raiseEvents([hook], Array(3).fill({ payload: "{}" }));
  await fixture.raiseEvents([otherHook], [{ payload: "{}" }]);
  await advanceClock(7 * dayMs + 1);
  const leasedUntil = new Date((fixture.clock.getTestTime() ?? new Date()).getTime() + 30_000);
  await fixture.database.query("update lanes set owner = 'a', leased_until = $2 where id = $1", [
    hook.lane_id,
    leasedUntil,
  ]);
  assert.equal(await expire(1), 1);
  assert.deepEqual(await loadStates(), ["pending", "pending", "pending", "expired"]);
  fixture.clock.advance(30_000);
  await fixture.database.transaction(async (tx) => {
    await tx.query("select from lanes where id = $1 for no key update", [hook.lane_id]);
    assert.equal(await expire(), 0);
  });
  assert.equal(await expire(), 3);
});
