import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { ensurePartitions } from "@souk/database";
import { eventually, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { closeSubscriptionLane, replayDelivery, replayFailed } from "./index.ts";
import type { ReplayBounds, ReplayQuestion } from "./replay.ts";
import { type DeliveryRow, type EngineRig, engineRig, type Subscribed } from "./testing/engine-rig.ts";

let rig: EngineRig;
let receiver: RecordingReceiver;
let hook: Subscribed;
beforeEach(async () => {
  [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
  rig.clock.set(new Date());
  hook = await rig.subscribe(await rig.install(), "product/update", `${receiver.url}/hook`);
});
afterEach(async () => {
  await rig.stop();
  await receiver.stop();
});

const dayMs = 86_400_000;
const now = (): Date => rig.clock.at() ?? new Date();

async function rows(): Promise<DeliveryRow[]> {
  return rig.deliveries(hook.installation_id);
}

async function row(index = 0): Promise<DeliveryRow> {
  return (await rows())[index] ?? assert.fail(`no delivery ${index}`);
}

const replay = (delivery_id: number, installation_id = hook.installation_id) =>
  rig.database.transaction((tx) => replayDelivery(tx, { installation_id, delivery_id }, rig.clock));

const replayAll = (question: Partial<ReplayQuestion> = {}, bounds?: ReplayBounds) =>
  rig.database.transaction((tx) =>
    replayFailed(
      tx,
      { installation_id: hook.installation_id, since: new Date(0), topic: undefined, after: 0, ...question },
      { clock: rig.clock, ...(bounds ? { bounds } : {}) },
    ),
  );

async function set(changes: string, which = "true"): Promise<void> {
  await rig.database.query(`update deliveries set ${changes} where ${which}`);
}

async function passDays(days: number): Promise<void> {
  rig.clock.advance(days * dayMs);
  await ensurePartitions(rig.database, now());
}

const expired = "state = 'expired', attempts = 13, first_attempt_at = created_at, finished_at = created_at";

test("a delivery that expired is sent anew under its numbers, with the count of its replays", async () => {
  await rig.raise([hook], [{ payload: '{"id":1}' }]);
  await passDays(9);
  await set(expired);
  const { id } = await row();
  rig.engine();
  assert.deepEqual(await replay(id), { ok: true, changed: true, number: 1 });
  const { headers, body } = await receiver.received();
  assert.deepEqual(
    [headers["service-webhook-id"], headers["service-delivery-sequence"], headers["service-replay"]],
    [String(id), "1", "1"],
  );
  assert.deepEqual([headers["service-attempt"], body.toString()], ["14", '{"id":1}']);
  await eventually(async () => (await row()).state === "delivered");
  assert.ok((await replay(id)).ok, "also what was delivered");
  const [, second] = await receiver.count(2);
  assert.equal(second?.headers["service-replay"], "2");
});

test("a replay begins its waits and its 48 hours anew", async () => {
  receiver.answer({ status: 503 });
  await rig.raise([hook], [{ payload: "{}" }]);
  await passDays(9);
  await set(expired);
  await replay((await row()).id);
  rig.engine();
  await eventually(async () => (await row()).attempts === 14);
  const { state, due_at, first_attempt_at } = await row();
  const waitMs = due_at.getTime() - now().getTime();
  assert.ok(state === "pending" && waitMs >= 4_000 && waitMs <= 6_100, `${state}, due in ${waitMs} ms`);
  assert.ok(now().getTime() - (first_attempt_at?.getTime() ?? 0) < 60_000);
  rig.clock.advance(48 * 3_600_000 + 60_000);
  await eventually(async () => (await row()).state === "expired");
});

test("one that waits for its next attempt is tried now", async () => {
  receiver.answer({ status: 500 });
  await rig.raise([hook], [{ payload: "{}" }]);
  rig.engine();
  await eventually(async () => (await row()).attempts === 1);
  receiver.answer({ status: 200 });
  assert.deepEqual(await replay((await row()).id), { ok: true, changed: true, number: 1 });
  await eventually(async () => (await row()).state === "delivered");
});

test("one that is under way is left as it is, and sent once", async () => {
  const answered = Promise.withResolvers<void>();
  receiver.answer({ status: 200, delay: answered.promise });
  await rig.raise([hook], [{ payload: "{}" }]);
  rig.engine();
  await receiver.received();
  assert.deepEqual(await replay((await row()).id), { ok: true, changed: false, number: 1 });
  answered.resolve();
  await eventually(async () => (await row()).state === "delivered");
  assert.deepEqual([(await row()).attempts, receiver.requests.length], [1, 1]);
});

test("another installation's, an unknown one, and one whose subscription has ended are not sent anew", async () => {
  await rig.raise([hook], [{ payload: "{}" }]);
  await set(expired);
  const { id } = await row();
  const other = await rig.install();
  assert.deepEqual(await replay(id, other.installation_id), { ok: false, reason: "not_found" });
  assert.deepEqual(await replay(id + 1), { ok: false, reason: "not_found" });
  await closeSubscriptionLane(rig.database, hook.subscription_id);
  assert.deepEqual(await replay(id), { ok: false, reason: "lane_gone" });
  assert.deepEqual(await replayAll(), { replayed: 0, next_after: null });
  assert.equal((await row()).state, "expired");
});

test("a delivery whose event has left the log is not sent anew", async () => {
  await rig.raise([hook], [{ payload: "{}" }]);
  await set(expired);
  await rig.database.query("delete from events");
  assert.deepEqual(await replay((await row()).id), { ok: false, reason: "event_gone" });
  assert.deepEqual(await replayAll(), { replayed: 0, next_after: null });
  assert.equal((await row()).state, "expired");
});

test("all that failed is sent anew, part by part in the order of the numbers, and nothing else", async () => {
  await rig.raise([hook], Array(8).fill({ payload: "{}" }));
  await set(expired, "number in (2, 3, 5, 7)");
  await set("state = 'delivered', attempts = 1, finished_at = created_at", "number in (1, 8)");
  await set("attempts = 2, due_at = created_at + interval '1 hour'", "number = 4");
  const bounds = { examined: 3, replayed: 2 };
  const parts: (number | null)[][] = [];
  for (let after: number | null = 0; after !== null; ) {
    const part = await replayAll({ after }, bounds);
    parts.push([part.replayed, part.next_after]);
    after = part.next_after;
  }
  assert.deepEqual(parts, [
    [2, 3],
    [2, 5],
    [1, 8],
    [0, null],
  ]);
  rig.engine();
  await eventually(async () => (await rows()).every(({ state }) => state === "delivered"));
  const sent = receiver.requests.map(({ headers }) => Number(headers["service-delivery-sequence"]));
  assert.deepEqual(
    sent.sort((a, b) => a - b),
    [2, 3, 4, 5, 6, 7],
  );
});

test("what expired before the time, and other topics, are left alone", async () => {
  await rig.raise([hook], Array(2).fill({ payload: "{}" }));
  await set(expired);
  await set("finished_at = finished_at - interval '1 hour'", "number = 1");
  assert.deepEqual(await replayAll({ topic: "order/create" }), { replayed: 0, next_after: null });
  const since = new Date(now().getTime() - 60_000);
  assert.equal((await replayAll({ since, topic: "product/update" })).replayed, 1);
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ["expired", "pending"],
  );
});

test("two who replay at once replay once", async () => {
  await rig.raise([hook], Array(50).fill({ payload: "{}" }));
  await set(expired);
  const parts = await Promise.all([replayAll(), replayAll(), replayAll()]);
  assert.equal(
    parts.reduce((sum, { replayed }) => sum + replayed, 0),
    50,
  );
});

test("replays beside engines at work neither lose nor corrupt a delivery", async () => {
  receiver.answer((_, index) => ({ status: index % 3 === 0 ? 500 : 200, delay: 2 }));
  await rig.raise([hook], Array(300).fill({ payload: "{}" }));
  rig.engine();
  rig.engine();
  for (let round = 0; round < 20; round++) {
    for (let after: number | null = 0; after !== null; ) after = (await replayAll({ after })).next_after;
    rig.clock.advance(100);
  }
  receiver.answer({ status: 200 });
  await eventually(async () => {
    rig.clock.advance(1_000);
    await replayAll();
    return (await rows()).every(({ state }) => state === "delivered");
  });
  const { rows: wrong } = await rig.database.query(
    `select d.id from deliveries d
     where attempts <> (select count(*) from delivery_attempts where delivery_id = d.id)
       or attempts <> (select max(number) from delivery_attempts where delivery_id = d.id)
       or 1 <> (select count(*) from delivery_attempts where delivery_id = d.id and status = 200)`,
  );
  assert.deepEqual(wrong, []);
  assert.equal(
    receiver.requests.filter(({ headers }) => Number(headers["service-attempt"]) > 0).length,
    (await rows()).reduce((sum, { attempts }) => sum + attempts, 0),
    "every request is an attempt that was written down",
  );
});

test("an endpoint that is open is probed as soon as somebody asks for a delivery anew", async () => {
  await rig.raise([hook], [{ payload: "{}" }]);
  await set(expired);
  await rig.database.query(
    "update endpoints set breaker = 'open', failing_since = $1, failures = 10, probe_at = $2",
    [now(), new Date(now().getTime() + 600_000)],
  );
  rig.engine();
  await replay((await row()).id);
  await eventually(async () => (await row()).state === "delivered");
});
