import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createSafeSender, startDeliveryEngine } from "@souk/delivery";
import { eventually, proofSize, recordingReceiver, silentLog } from "@souk/testkit";
import { systemClock } from "../../runtime/clock.ts";
import { createEventFixture, type EventFixture } from "./testing/event-fixture.ts";

const size = proofSize({ ci: { batches: 6, openMs: 0 }, full: { batches: 50, openMs: 60_000 } });
const perBatch = 1_000;
/** The number of wanted events of each batch, small enough that sending leaves the machine time to number. */
const deliveredPerBatch = 100;
/** The time limit: in the full proof the machine is free; when busy with other tests it is slower. */
const soonMs = proofSize({ ci: Number.POSITIVE_INFINITY, full: 6_000 });
/** The pause between statements that keep the transaction open: PostgreSQL ends one that is idle for 30 s. */
const stillHereMs = 5_000;

const others = [
  ...Array(deliveredPerBatch).fill({ topic: "order/create", resource_id: 2, payload: '{"order":{"id":2}}' }),
  ...Array(perBatch - deliveredPerBatch).fill({ topic: "order/update", resource_id: 2, payload: "{}" }),
];
const late = '{"order":{"id":1}}';

interface Passed {
  events: number;
  last: number;
}

async function passed({ database }: EventFixture): Promise<Passed> {
  const text = "select count(*)::int as events, coalesce(max(sequence), 0) as last from events";
  return (await database.one<Passed>(text)) ?? { events: 0, last: 0 };
}

/** Publish the late event and hold its transaction open until the release. */
async function holdOpen(
  fixture: EventFixture,
  release: Promise<void>,
): Promise<{ committed: Promise<void> }> {
  const opened = Promise.withResolvers<void>();
  let isOpen = true;
  void release.then(() => {
    isOpen = false;
  });
  const committed = fixture.database.transaction(async (tx) => {
    await fixture.record(tx, [{ topic: "order/create", resource_id: 1, payload: late }]);
    opened.resolve();
    while (isOpen) {
      await Promise.race([release, sleep(stillHereMs, undefined, { ref: false })]);
      await tx.query("select 1");
    }
  });
  await opened.promise;
  return { committed };
}

test("P7: the webhook of a transaction held open arrives soon after its late commit", async (t) => {
  const fixture = await createEventFixture();
  const receiver = await recordingReceiver();
  const sender = createSafeSender({ allowLoopback: true, clock: systemClock, userAgent: "test" });
  const engine = startDeliveryEngine({
    database: fixture.database,
    owner: "engine",
    sender,
    findSigningSecret: async () => "secret",
    storeHost: (handle) => `${handle}.souk.localhost`,
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
  const sequencer = fixture.sequencer({ onFanOut: (lanes) => engine.wake(lanes.map(({ id }) => id)) });
  const { committed } = await holdOpen(fixture, release.promise);
  const openUntil = performance.now() + size.openMs;
  for (let batch = 0; batch < size.batches; batch++) {
    await fixture.raise(...others);
    sequencer.wake(fixture.storeId);
    await sleep(size.openMs / size.batches);
  }
  const total = size.batches * perBatch;
  await eventually(async () => (await passed(fixture)).events === total, { within: 120_000, every: 100 });
  await sleep(Math.max(0, openUntil - performance.now()));
  release.resolve();
  await committed;
  const committedAt = performance.now();
  const webhook = await receiver.received(({ body }) => body.toString() === late, 120_000);
  const waited = Math.round(webhook.at - committedAt);
  console.log(`${total} events passed it; its webhook came ${waited} ms after its commit`);
  assert.ok(waited <= soonMs, `${waited} ms`);
  assert.deepEqual(await passed(fixture), { events: total + 1, last: total + 1 });
  const rows = await fixture.database.many("select from events where resource_id = 1 and id < $1", [
    total / 2,
  ]);
  assert.equal(rows.length, 1, "its id is far behind those that passed");
  const expectedDeliveries = size.batches * deliveredPerBatch + 1;
  await receiver.count(expectedDeliveries, 120_000);
  const ids = receiver.requests.map(({ headers }) => headers["service-webhook-id"]);
  assert.deepEqual([ids.length, new Set(ids).size], [expectedDeliveries, expectedDeliveries]);
});
