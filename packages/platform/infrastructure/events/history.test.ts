import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { eventually, proofSeed, proofSize, seededRandom, silentLog } from "@souk/testkit";
import type { SnapshotRenderer } from "./snapshot-renderers.ts";
import { createEventFixture, type EventFixture, type Subscriber } from "./testing/event-fixture.ts";

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await createEventFixture();
});
afterEach(() => fixture.stop());

const topic = "order/create";
const numbered = () => eventually(async () => (await fixture.waiting()) === 0);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Request the history of a subscription from a number on. */
async function ask({ subscription_id }: Subscriber, from = 1): Promise<void> {
  const text = "update webhook_subscriptions set history_after = $2 where id = $1";
  await fixture.database.query(text, [subscription_id, from - 1]);
}

async function isOver({ subscription_id }: Subscriber): Promise<boolean> {
  const text = "select from webhook_subscriptions where id = $1 and history_after is null";
  return (await fixture.database.query(text, [subscription_id])).rowCount === 1;
}

/** List what an installation is sent, in the order of its own numbers. */
async function sentTo({
  installation_id,
}: Subscriber): Promise<{ number: number; event_sequence: number }[]> {
  const rows = await fixture.deliveries();
  return rows
    .filter((row) => row.installation_id === installation_id)
    .map(({ number, event_sequence }) => ({ number, event_sequence }));
}

const inOrder = (count: number) => upTo(count).map((number) => ({ number, event_sequence: number }));

test("history comes before anything new, each event once, despite work and failures", async () => {
  const random = seededRandom(proofSeed());
  await fixture.subscribe(topic);
  const sequencer = fixture.sequencer();
  const past = proofSize({ ci: 1_300, full: 20_000 });
  await fixture.raise(...Array(past).fill({ topic, payload: "{}" }));
  sequencer.wake();
  await numbered();
  const late = await fixture.subscribe(topic);
  await ask(late);
  const failpoint = () => {
    if (random() < 0.3) throw new Error("the process ended here");
  };
  for (let process = 0; process < 2; process++) fixture.history({ failpoint });
  let raised = 0;
  for (let over = false; !over; raised++) {
    await fixture.raise({ topic, payload: "{}" });
    sequencer.wake();
    over = await isOver(late);
  }
  for (let more = 0; more < 20; more++) await fixture.raise({ topic, payload: "{}" });
  sequencer.wake();
  await numbered();
  assert.deepEqual(await sentTo(late), inOrder(past + raised + 20));
  const row = await fixture.database.maybeOne<{ most: number }>(
    "select max(count) as most from (select count(*) from deliveries where installation_id = $1 group by created_at) as steps",
    [late.installation_id],
  );
  assert.ok((row?.most ?? 0) <= 500, "no transaction made more");
});

test("a subscription with new events gets replayed ones again under new numbers", async () => {
  const hook = await fixture.subscribe(topic);
  const sequencer = fixture.sequencer();
  await fixture.raise(...Array(4).fill({ topic, payload: "{}" }));
  sequencer.wake();
  await numbered();
  await ask(hook, 3);
  fixture.history();
  await eventually(() => isOver(hook));
  await fixture.raise({ topic, payload: "{}" });
  sequencer.wake();
  await numbered();
  assert.deepEqual(
    (await sentTo(hook)).map(({ event_sequence }) => event_sequence),
    [1, 2, 3, 4, 3, 4, 5],
  );
});

test("an unwanted event is replayed from its record, merged, or skipped without one", async () => {
  const renderer: SnapshotRenderer = async (_db, _store, ids) =>
    new Map(ids.filter((id) => id !== 9).map((id) => [id, `{"id":${id}}`]));
  const renderers = { "product/update": renderer };
  const sequencer = fixture.sequencer({ renderers });
  await fixture.raise(
    ...[7, 8, 7, 9].map((resource_id) => ({ topic: "product/update", resource_id, payload: "{}" })),
  );
  sequencer.wake();
  await numbered();
  const hook = await fixture.subscribe("product/update");
  await ask(hook);
  fixture.history({ renderers });
  await eventually(() => isOver(hook));
  assert.deepEqual(
    (await sentTo(hook)).map(({ event_sequence }) => event_sequence),
    [2, 3],
  );
  assert.deepEqual(
    (await fixture.log()).map(({ payload }) => payload),
    [null, '{"id":8}', '{"id":7}', null],
  );
  const rows = await fixture.database.many(
    "select from deliveries d join events e on e.store_id = d.store_id and e.sequence = d.event_sequence and e.created_at = d.event_created_at",
  );
  assert.equal(rows.length, 2, "each delivery finds its event");
});

test("a rare topic's history is found behind many other events", async () => {
  const sequencer = fixture.sequencer();
  await fixture.subscribe(topic);
  await fixture.raise(...Array(700).fill({ topic: "order/paid", payload: "{}" }), { topic, payload: "{}" });
  sequencer.wake();
  await numbered();
  const hook = await fixture.subscribe(topic);
  await ask(hook);
  fixture.history();
  await eventually(() => isOver(hook));
  assert.deepEqual(await sentTo(hook), [{ number: 1, event_sequence: 701 }]);
});

test("events that leave the log before history reaches them are skipped", async () => {
  const sequencer = fixture.sequencer();
  await fixture.subscribe(topic);
  await fixture.raise(...Array(1_200).fill({ topic, payload: "{}" }));
  sequencer.wake();
  await numbered();
  const hook = await fixture.subscribe(topic);
  await ask(hook);
  let steps = 0;
  fixture.history({
    failpoint: async (name) => {
      if (name !== "history.before-commit" || ++steps > 1) return;
      await fixture.database.query("delete from events where store_id = $1 and sequence <= 700", [
        fixture.storeId,
      ]);
    },
  });
  await eventually(() => isOver(hook));
  assert.deepEqual(
    (await sentTo(hook)).map(({ event_sequence }) => event_sequence),
    [...upTo(500), ...upTo(500).map((n) => n + 700)],
  );
});

test("a history that keeps failing is tried ever more rarely, while others are sent", async () => {
  const sequencer = fixture.sequencer();
  await fixture.subscribe(topic);
  await fixture.raise({ topic, payload: "{}" });
  sequencer.wake();
  await numbered();
  const [broken, other] = [await fixture.subscribe(topic), await fixture.subscribe(topic)];
  await ask(broken);
  await fixture.database.query(
    `alter table webhook_subscriptions add check (id <> ${broken.subscription_id} or history_after is not null)`,
  );
  const times: number[] = [];
  fixture.history({ log: { ...silentLog, error: () => void times.push(performance.now()) } });
  await eventually(() => times.length > 0);
  await ask(other);
  await eventually(() => isOver(other));
  await eventually(() => times.length > 2);
  const [first = 0, , third = 0] = times;
  assert.ok(third - first >= 2_900, `${third - first} ms`);
});

test("history waits while the installation is disabled", async () => {
  const sequencer = fixture.sequencer();
  await fixture.subscribe(topic);
  await fixture.raise({ topic, payload: "{}" });
  sequencer.wake();
  await numbered();
  const [hook, other] = [
    await fixture.subscribe(topic, { status: "disabled" }),
    await fixture.subscribe(topic),
  ];
  await ask(hook);
  await ask(other);
  fixture.history();
  // The later of the two is done: the first has been passed over.
  await eventually(() => isOver(other));
  assert.deepEqual(await sentTo(hook), []);
  const enable = "update installations set status = 'enabled' where id = $1";
  await fixture.database.query(enable, [hook.installation_id]);
  await eventually(() => isOver(hook));
  assert.deepEqual(await sentTo(hook), [{ number: 1, event_sequence: 1 }]);
});
