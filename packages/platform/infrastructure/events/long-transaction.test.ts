import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createSafeSender, startDeliveryEngine } from "@souk/delivery";
import { chooseForRun, eventually, silentLog, startRecordingReceiver } from "@souk/testkit";
import { systemClock } from "../../runtime/clock.ts";
import { createEventFixture, type EventFixture } from "./testing/event-fixture.ts";

const workload = chooseForRun({
  inTests: { batches: 6, openMs: 0 },
  inProof: { batches: 50, openMs: 60_000 },
});
const eventsPerBatch = 1_000;
/** How many events of a batch have a subscriber. They are so few that delivering them does not slow the sequencer down. */
const deliveriesPerBatch = 100;
/** The maximum time from the long transaction's commit to the webhook. There is no limit in CI, where other tests slow the machine down. */
const maxDelayMs = chooseForRun({ inTests: Number.POSITIVE_INFINITY, inProof: 6_000 });
/** The pause between statements in the open transaction, because PostgreSQL ends a transaction that is idle for 30 s. */
const keepAliveMs = 5_000;

/** A batch of events that are committed while the long transaction is open. */
const batchEvents = [
  ...Array(deliveriesPerBatch).fill({ topic: "order/create", resource_id: 2, payload: '{"order":{"id":2}}' }),
  ...Array(eventsPerBatch - deliveriesPerBatch).fill({
    topic: "order/update",
    resource_id: 2,
    payload: "{}",
  }),
];
/** The payload of the late event, which is published first and committed last. */
const latePayload = '{"order":{"id":1}}';

interface LogState {
  event_count: number;
  last_sequence: number;
}

async function loadLogState({ database }: EventFixture): Promise<LogState> {
  const text = "select count(*)::int as event_count, coalesce(max(sequence), 0) as last_sequence from events";
  return (await database.one<LogState>(text)) ?? { event_count: 0, last_sequence: 0 };
}

/** Publish the late event in a transaction that stays open until `release` resolves. */
async function publishInOpenTransaction(
  fixture: EventFixture,
  release: Promise<void>,
): Promise<{ committed: Promise<void> }> {
  const published = Promise.withResolvers<void>();
  let isOpen = true;
  void release.then(() => {
    isOpen = false;
  });
  const committed = fixture.database.transaction(async (tx) => {
    await fixture.insert(tx, [{ topic: "order/create", resource_id: 1, payload: latePayload }]);
    published.resolve();
    while (isOpen) {
      await Promise.race([release, sleep(keepAliveMs, undefined, { ref: false })]);
      await tx.query("select 1");
    }
  });
  await published.promise;
  return { committed };
}

test("P7: an event of a long transaction is delivered soon after the transaction's commit", async (t) => {
  const fixture = await createEventFixture();
  const receiver = await startRecordingReceiver();
  const sender = createSafeSender({ localAccess: true, clock: systemClock, userAgent: "test" });
  const engine = startDeliveryEngine({
    database: fixture.database,
    owner: "engine",
    sender,
    findSigningSecret: async () => "secret",
    getStoreHost: (handle) => `${handle}.souk.localhost`,
    random: () => 0.5,
    log: silentLog,
  });
  const release = Promise.withResolvers<void>();
  t.after(async () => {
    release.resolve();
    await engine.stop();
    await sender.close();
    await receiver.stop();
    await fixture.stop();
  });
  await fixture.subscribe("order/create", { url: `${receiver.url}/late`, scopes: ["read_orders"] });
  const sequencer = fixture.startSequencer({ onFanOut: (lanes) => engine.wake(lanes.map(({ id }) => id)) });
  const { committed } = await publishInOpenTransaction(fixture, release.promise);
  const openUntil = performance.now() + workload.openMs;
  for (let batch = 0; batch < workload.batches; batch++) {
    await fixture.publish(...batchEvents);
    sequencer.wake(fixture.storeId);
    await sleep(workload.openMs / workload.batches);
  }
  const total = workload.batches * eventsPerBatch;
  await eventually(async () => (await loadLogState(fixture)).event_count === total, {
    timeoutMs: 120_000,
    intervalMs: 100,
  });
  await sleep(Math.max(0, openUntil - performance.now()));
  release.resolve();
  await committed;
  const committedAt = performance.now();
  const webhook = await receiver.waitForRequest(({ body }) => body.toString() === latePayload, 120_000);
  const delayMs = Math.round(webhook.receivedAtMs - committedAt);
  console.log(
    `${total} events were numbered before the late one, whose webhook arrived ${delayMs} ms after its commit`,
  );
  assert.ok(delayMs <= maxDelayMs, `${delayMs} ms`);
  assert.deepEqual(await loadLogState(fixture), {
    event_count: total + 1,
    last_sequence: total + 1,
  });
  const lateEvents = await fixture.database.many("select from events where resource_id = 1 and id < $1", [
    total / 2,
  ]);
  assert.equal(lateEvents.length, 1, "the late event has the last number, although its id is low");
  const expectedDeliveryCount = workload.batches * deliveriesPerBatch + 1;
  await receiver.waitForRequests(expectedDeliveryCount, 120_000);
  const ids = receiver.requests.map(({ headers }) => headers["service-webhook-id"]);
  assert.deepEqual([ids.length, new Set(ids).size], [expectedDeliveryCount, expectedDeliveryCount]);
});
