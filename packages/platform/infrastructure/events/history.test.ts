import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { chooseForRun, createSeededRandom, eventually, getProofSeed, silentLog } from "@souk/testkit";
import type { SnapshotRenderer } from "./snapshot-renderers.ts";
import { createEventFixture, type EventFixture, type Subscriber } from "./testing/event-fixture.ts";

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await createEventFixture();
});
afterEach(() => fixture.stop());

const topic = "order/create";
const waitUntilNumbered = () => eventually(async () => (await fixture.countWaiting()) === 0);
const listNumbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Request past events for a subscription, from the event with this number on. */
async function requestHistory({ subscription_id }: Subscriber, from = 1): Promise<void> {
  const text = "update webhook_subscriptions set history_after = $2 where id = $1";
  await fixture.database.query(text, [subscription_id, from - 1]);
}

async function isHistoryFinished({ subscription_id }: Subscriber): Promise<boolean> {
  const text = "select from webhook_subscriptions where id = $1 and history_after is null";
  return (await fixture.database.query(text, [subscription_id])).rowCount === 1;
}

/** List the deliveries to an installation, in the order of its delivery numbers. */
async function listDeliveriesTo({
  installation_id,
}: Subscriber): Promise<{ number: number; event_sequence: number }[]> {
  const rows = await fixture.loadDeliveries();
  return rows
    .filter((row) => row.installation_id === installation_id)
    .map(({ number, event_sequence }) => ({ number, event_sequence }));
}

const buildDeliveriesInOrder = (count: number) =>
  listNumbersUpTo(count).map((number) => ({ number, event_sequence: number }));

test("replayed past events are sent once each and before new ones, despite failures", async () => {
  const random = createSeededRandom(getProofSeed());
  await fixture.subscribe(topic);
  const sequencer = fixture.startSequencer();
  const pastEventCount = chooseForRun({ inTests: 1_300, inProof: 20_000 });
  await fixture.publish(...Array(pastEventCount).fill({ topic, payload: "{}" }));
  sequencer.wake();
  await waitUntilNumbered();
  const lateSubscriber = await fixture.subscribe(topic);
  await requestHistory(lateSubscriber);
  const failpoint = () => {
    if (random() < 0.3) throw new Error("simulated failure");
  };
  for (let senderCount = 0; senderCount < 2; senderCount++) fixture.startHistorySender({ failpoint });
  let publishedCount = 0;
  for (let isFinished = false; !isFinished; publishedCount++) {
    await fixture.publish({ topic, payload: "{}" });
    sequencer.wake();
    isFinished = await isHistoryFinished(lateSubscriber);
  }
  for (let count = 0; count < 20; count++) await fixture.publish({ topic, payload: "{}" });
  sequencer.wake();
  await waitUntilNumbered();
  assert.deepEqual(
    await listDeliveriesTo(lateSubscriber),
    buildDeliveriesInOrder(pastEventCount + publishedCount + 20),
  );
  const row = await fixture.database.maybeOne<{ largest: number }>(
    "select max(count) as largest from (select count(*) from deliveries where installation_id = $1 group by created_at) as steps",
    [lateSubscriber.installation_id],
  );
  assert.ok((row?.largest ?? 0) <= 500, "no transaction created more than 500 deliveries");
});

test("replayed events get new delivery numbers", async () => {
  const subscriber = await fixture.subscribe(topic);
  const sequencer = fixture.startSequencer();
  await fixture.publish(...Array(4).fill({ topic, payload: "{}" }));
  sequencer.wake();
  await waitUntilNumbered();
  await requestHistory(subscriber, 3);
  fixture.startHistorySender();
  await eventually(() => isHistoryFinished(subscriber));
  await fixture.publish({ topic, payload: "{}" });
  sequencer.wake();
  await waitUntilNumbered();
  assert.deepEqual(
    (await listDeliveriesTo(subscriber)).map(({ event_sequence }) => event_sequence),
    [1, 2, 3, 4, 3, 4, 5],
  );
});

test("the replay of an event without a payload sends the current record, or nothing if the record is deleted", async () => {
  const renderer: SnapshotRenderer = async (_db, _store, ids) =>
    new Map(ids.filter((id) => id !== 9).map((id) => [id, `{"id":${id}}`]));
  const renderers = { "product/update": renderer };
  const sequencer = fixture.startSequencer({ renderers });
  await fixture.publish(
    ...[7, 8, 7, 9].map((resource_id) => ({ topic: "product/update", resource_id, payload: "{}" })),
  );
  sequencer.wake();
  await waitUntilNumbered();
  const subscriber = await fixture.subscribe("product/update");
  await requestHistory(subscriber);
  fixture.startHistorySender({ renderers });
  await eventually(() => isHistoryFinished(subscriber));
  assert.deepEqual(
    (await listDeliveriesTo(subscriber)).map(({ event_sequence }) => event_sequence),
    [2, 3],
  );
  assert.deepEqual(
    (await fixture.loadLog()).map(({ payload }) => payload),
    [null, '{"id":8}', '{"id":7}', null],
  );
  const rows = await fixture.database.many(
    "select from deliveries d join events e on e.store_id = d.store_id and e.sequence = d.event_sequence and e.created_at = d.event_created_at",
  );
  assert.equal(rows.length, 2, "each delivery refers to its event");
});

test("a replay finds past events of a rare topic after many events of other topics", async () => {
  const sequencer = fixture.startSequencer();
  await fixture.subscribe(topic);
  await fixture.publish(...Array(700).fill({ topic: "order/paid", payload: "{}" }), { topic, payload: "{}" });
  sequencer.wake();
  await waitUntilNumbered();
  const subscriber = await fixture.subscribe(topic);
  await requestHistory(subscriber);
  fixture.startHistorySender();
  await eventually(() => isHistoryFinished(subscriber));
  assert.deepEqual(await listDeliveriesTo(subscriber), [{ number: 1, event_sequence: 701 }]);
});

test("past events that are deleted before they are replayed are skipped", async () => {
  const sequencer = fixture.startSequencer();
  await fixture.subscribe(topic);
  await fixture.publish(...Array(1_200).fill({ topic, payload: "{}" }));
  sequencer.wake();
  await waitUntilNumbered();
  const subscriber = await fixture.subscribe(topic);
  await requestHistory(subscriber);
  let stepCount = 0;
  // The first step sends events 1 to 500. Before the second one, all events up to 700 are deleted.
  fixture.startHistorySender({
    failpoint: async (name) => {
      if (name !== "history.before-commit") return;
      stepCount += 1;
      if (stepCount > 1) return;
      await fixture.database.query("delete from events where store_id = $1 and sequence <= 700", [
        fixture.storeId,
      ]);
    },
  });
  await eventually(() => isHistoryFinished(subscriber));
  assert.deepEqual(
    (await listDeliveriesTo(subscriber)).map(({ event_sequence }) => event_sequence),
    [...listNumbersUpTo(500), ...listNumbersUpTo(500).map((number) => number + 700)],
  );
});

test("a failing replay of past events is retried less and less often, and delays no other replay", async () => {
  const sequencer = fixture.startSequencer();
  await fixture.subscribe(topic);
  await fixture.publish({ topic, payload: "{}" });
  sequencer.wake();
  await waitUntilNumbered();
  const [failingSubscriber, otherSubscriber] = [
    await fixture.subscribe(topic),
    await fixture.subscribe(topic),
  ];
  await requestHistory(failingSubscriber);
  await fixture.database.query(
    `alter table webhook_subscriptions add check (id <> ${failingSubscriber.subscription_id} or history_after is not null)`,
  );
  const failureTimes: number[] = [];
  fixture.startHistorySender({
    log: { ...silentLog, error: () => void failureTimes.push(performance.now()) },
  });
  await eventually(() => failureTimes.length > 0);
  await requestHistory(otherSubscriber);
  await eventually(() => isHistoryFinished(otherSubscriber));
  await eventually(() => failureTimes.length > 2);
  const [first = 0, , third = 0] = failureTimes;
  // The pauses are 1 s and 2 s. A tenth of a second is allowed for imprecise timers.
  assert.ok(third - first >= 2_900, `${third - first} ms`);
});

test("past events are not sent while the installation is disabled", async () => {
  const sequencer = fixture.startSequencer();
  await fixture.subscribe(topic);
  await fixture.publish({ topic, payload: "{}" });
  sequencer.wake();
  await waitUntilNumbered();
  const [subscriber, otherSubscriber] = [
    await fixture.subscribe(topic, { status: "disabled" }),
    await fixture.subscribe(topic),
  ];
  await requestHistory(subscriber);
  await requestHistory(otherSubscriber);
  fixture.startHistorySender();
  // Once the other subscription has its past events, the sender has skipped the one of the disabled installation.
  await eventually(() => isHistoryFinished(otherSubscriber));
  assert.deepEqual(await listDeliveriesTo(subscriber), []);
  const enableStatement = "update installations set status = 'enabled' where id = $1";
  await fixture.database.query(enableStatement, [subscriber.installation_id]);
  await eventually(() => isHistoryFinished(subscriber));
  assert.deepEqual(await listDeliveriesTo(subscriber), [{ number: 1, event_sequence: 1 }]);
});
