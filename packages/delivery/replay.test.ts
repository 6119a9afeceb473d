import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { ensurePartitions } from "@souk/database";
import { eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import { closeSubscriptionLane, replayDelivery, replayFailed } from "./index.ts";
import type { ReplayBounds, ReplayFilter } from "./replay.ts";
import {
  createEngineFixture,
  type DeliveryRow,
  type EngineFixture,
  type TestSubscription,
} from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
let hook: TestSubscription;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
  fixture.clock.set(new Date());
  hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}/hook`);
});
afterEach(async () => {
  await fixture.stop();
  await receiver.stop();
});

const dayMs = 86_400_000;
const getNow = (): Date => fixture.clock.getTestTime() ?? new Date();

async function loadRows(): Promise<DeliveryRow[]> {
  return fixture.listDeliveries(hook.installation_id);
}

async function loadRow(index = 0): Promise<DeliveryRow> {
  return (await loadRows())[index] ?? assert.fail(`no delivery ${index}`);
}

const replay = (delivery_id: number, installation_id = hook.installation_id) =>
  fixture.database.transaction((tx) => replayDelivery(tx, { installation_id, delivery_id }, fixture.clock));

const replayAllFailed = (filter: Partial<ReplayFilter> = {}, bounds?: ReplayBounds) =>
  fixture.database.transaction((tx) =>
    replayFailed(
      tx,
      { installation_id: hook.installation_id, since: new Date(0), topic: undefined, after: 0, ...filter },
      { clock: fixture.clock, ...(bounds ? { bounds } : {}) },
    ),
  );

async function updateDeliveries(changes: string, condition = "true"): Promise<void> {
  await fixture.database.query(`update deliveries set ${changes} where ${condition}`);
}

async function passDays(days: number): Promise<void> {
  fixture.clock.advance(days * dayMs);
  await ensurePartitions(fixture.database, getNow());
}

const expiredColumns =
  "state = 'expired', attempts = 13, first_attempt_at = created_at, finished_at = created_at";

test("an expired delivery is resent with its original id, its delivery number and a replay count", async () => {
  await fixture.raiseEvents([hook], [{ payload: '{"id":1}' }]);
  await passDays(9);
  await updateDeliveries(expiredColumns);
  const { id } = await loadRow();
  fixture.startEngine();
  assert.deepEqual(await replay(id), { ok: true, changed: true, number: 1 });
  const { headers, body } = await receiver.waitForRequest();
  assert.deepEqual(
    [headers["service-webhook-id"], headers["service-delivery-sequence"], headers["service-replay"]],
    [String(id), "1", "1"],
  );
  assert.deepEqual([headers["service-attempt"], body.toString()], ["14", '{"id":1}']);
  await eventually(async () => (await loadRow()).state === "delivered");
  assert.ok((await replay(id)).ok, "a successful delivery can also be resent");
  const [, secondRequest] = await receiver.waitForRequests(2);
  assert.equal(secondRequest?.headers["service-replay"], "2");
});

test("a replay restarts a delivery's retry waits and its 48-hour window", async () => {
  receiver.respondWith({ status: 503 });
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await passDays(9);
  await updateDeliveries(expiredColumns);
  await replay((await loadRow()).id);
  fixture.startEngine();
  await eventually(async () => (await loadRow()).attempts === 14);
  const { state, due_at, first_attempt_at } = await loadRow();
  // The first retry wait is 5 s, varied by up to 20%.
  const waitMs = due_at.getTime() - getNow().getTime();
  assert.ok(state === "pending" && waitMs >= 4_000 && waitMs <= 6_100, `${state}, due in ${waitMs} ms`);
  assert.ok(getNow().getTime() - (first_attempt_at?.getTime() ?? 0) < 60_000);
  fixture.clock.advance(48 * 3_600_000 + 60_000);
  await eventually(async () => (await loadRow()).state === "expired");
});

test("replaying a delivery that is waiting for a retry makes it due now", async () => {
  receiver.respondWith({ status: 500 });
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  fixture.startEngine();
  await eventually(async () => (await loadRow()).attempts === 1);
  receiver.respondWith({ status: 200 });
  assert.deepEqual(await replay((await loadRow()).id), { ok: true, changed: true, number: 1 });
  await eventually(async () => (await loadRow()).state === "delivered");
});

test("a replay of a delivery that is being sent has no effect, and the delivery is sent once", async () => {
  const response = Promise.withResolvers<void>();
  receiver.respondWith({ status: 200, delay: response.promise });
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  fixture.startEngine();
  await receiver.waitForRequest();
  assert.deepEqual(await replay((await loadRow()).id), { ok: true, changed: false, number: 1 });
  response.resolve();
  await eventually(async () => (await loadRow()).state === "delivered");
  assert.deepEqual([(await loadRow()).attempts, receiver.requests.length], [1, 1]);
});

test("a delivery that is unknown, of another app or of a deleted subscription is not resent", async () => {
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await updateDeliveries(expiredColumns);
  const { id } = await loadRow();
  const otherApp = await fixture.install();
  assert.deepEqual(await replay(id, otherApp.installation_id), { ok: false, reason: "not_found" });
  assert.deepEqual(await replay(id + 1), { ok: false, reason: "not_found" });
  await closeSubscriptionLane(fixture.database, hook.subscription_id);
  assert.deepEqual(await replay(id), { ok: false, reason: "lane_gone" });
  assert.deepEqual(await replayAllFailed(), { replayed: 0, next_after: null });
  assert.equal((await loadRow()).state, "expired");
});

test("a delivery whose event has left the log is not resent", async () => {
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await updateDeliveries(expiredColumns);
  await fixture.database.query("delete from events");
  assert.deepEqual(await replay((await loadRow()).id), { ok: false, reason: "event_gone" });
  assert.deepEqual(await replayAllFailed(), { replayed: 0, next_after: null });
  assert.equal((await loadRow()).state, "expired");
});

test("a replay resends only failed deliveries, in batches sorted by delivery number", async () => {
  await fixture.raiseEvents([hook], Array(8).fill({ payload: "{}" }));
  await updateDeliveries(expiredColumns, "number in (2, 3, 5, 7)");
  await updateDeliveries("state = 'delivered', attempts = 1, finished_at = created_at", "number in (1, 8)");
  await updateDeliveries("attempts = 2, due_at = created_at + interval '1 hour'", "number = 4");
  const bounds = { maxExamined: 3, maxReplayed: 2 };
  const batches: (number | null)[][] = [];
  let after: number | null = 0;
  while (after !== null) {
    const batch = await replayAllFailed({ after }, bounds);
    batches.push([batch.replayed, batch.next_after]);
    after = batch.next_after;
  }
  assert.deepEqual(batches, [
    [2, 3],
    [2, 5],
    [1, 8],
    [0, null],
  ]);
  fixture.startEngine();
  await eventually(async () => (await loadRows()).every(({ state }) => state === "delivered"));
  const sentNumbers = receiver.requests.map(({ headers }) => Number(headers["service-delivery-sequence"]));
  assert.deepEqual(
    sentNumbers.sort((a, b) => a - b),
    [2, 3, 4, 5, 6, 7],
  );
});

test("a replay with `topic` and `since` skips other topics and deliveries that expired earlier", async () => {
  await fixture.raiseEvents([hook], Array(2).fill({ payload: "{}" }));
  await updateDeliveries(expiredColumns);
  await updateDeliveries("finished_at = finished_at - interval '1 hour'", "number = 1");
  assert.deepEqual(await replayAllFailed({ topic: "order/create" }), { replayed: 0, next_after: null });
  const since = new Date(getNow().getTime() - 60_000);
  assert.equal((await replayAllFailed({ since, topic: "product/update" })).replayed, 1);
  assert.deepEqual(
    (await loadRows()).map(({ state }) => state),
    ["expired", "pending"],
  );
});

test("concurrent replays resend each delivery once", async () => {
  await fixture.raiseEvents([hook], Array(50).fill({ payload: "{}" }));
  await updateDeliveries(expiredColumns);
  const batches = await Promise.all([replayAllFailed(), replayAllFailed(), replayAllFailed()]);
  assert.equal(
    batches.reduce((sum, { replayed }) => sum + replayed, 0),
    50,
  );
});

test("replays during sending neither lose nor corrupt a delivery", async () => {
  receiver.respondWith((_, index) => ({ status: index % 3 === 0 ? 500 : 200, delay: 2 }));
  await fixture.raiseEvents([hook], Array(300).fill({ payload: "{}" }));
  fixture.startEngine();
  fixture.startEngine();
  for (let round = 0; round < 20; round++) {
    let after: number | null = 0;
    while (after !== null) after = (await replayAllFailed({ after })).next_after;
    fixture.clock.advance(100);
  }
  receiver.respondWith({ status: 200 });
  await eventually(async () => {
    fixture.clock.advance(1_000);
    await replayAllFailed();
    return (await loadRows()).every(({ state }) => state === "delivered");
  });
  const inconsistentDeliveries = await fixture.database.many(
    `select d.id from deliveries d
     where attempts <> (select count(*) from delivery_attempts where delivery_id = d.id)
       or attempts <> (select max(number) from delivery_attempts where delivery_id = d.id)
       or 1 <> (select count(*) from delivery_attempts where delivery_id = d.id and status = 200)`,
  );
  assert.deepEqual(inconsistentDeliveries, []);
  assert.equal(
    receiver.requests.filter(({ headers }) => Number(headers["service-attempt"]) > 0).length,
    (await loadRows()).reduce((sum, { attempts }) => sum + attempts, 0),
    "every request has a stored attempt",
  );
});

test("an endpoint whose breaker is open is probed as soon as a delivery is resent", async () => {
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await updateDeliveries(expiredColumns);
  await fixture.database.query(
    "update endpoints set breaker = 'open', failing_since = $1, failures = 10, probe_at = $2",
    [getNow(), new Date(getNow().getTime() + 600_000)],
  );
  fixture.startEngine();
  await replay((await loadRow()).id);
  await eventually(async () => (await loadRow()).state === "delivered");
});
