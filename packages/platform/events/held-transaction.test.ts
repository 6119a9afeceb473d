import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createSafeSender, startDeliveryEngine } from "@souk/delivery";
import { eventually, proofSize, recordingReceiver, silentLog } from "@souk/testkit";
import { systemClock } from "../clock.ts";
import { type EventRig, eventRig } from "./testing/event-rig.ts";

const size = proofSize({ ci: { batches: 6, heldMs: 0 }, full: { batches: 50, heldMs: 60_000 } });
const perBatch = 1_000;
/** Of each batch so many are wanted: what is sent leaves the machine time to number. */
const wantedEach = 100;
/** Whole, the proof has the machine for itself; one that is busy with other tests takes longer over everything. */
const soonMs = proofSize({ ci: Number.POSITIVE_INFINITY, full: 6_000 });
/** PostgreSQL ends a transaction that does nothing for 30 s. */
const stillHereMs = 5_000;

const others = [
  ...Array(wantedEach).fill({ topic: "order/create", resource_id: 2, payload: '{"order":{"id":2}}' }),
  ...Array(perBatch - wantedEach).fill({ topic: "order/update", resource_id: 2, payload: "{}" }),
];
const late = '{"order":{"id":1}}';

interface Passed {
  events: number;
  last: number;
}

async function passed({ database }: EventRig): Promise<Passed> {
  const text = "select count(*)::int as events, coalesce(max(sequence), 0) as last from events";
  return (await database.query<Passed>(text)).rows[0] ?? { events: 0, last: 0 };
}

/** Records the late event and holds its transaction open until it is told to commit. */
async function holdOpen(rig: EventRig, release: Promise<void>): Promise<{ committed: Promise<void> }> {
  const opened = Promise.withResolvers<void>();
  let isHeld = true;
  void release.then(() => {
    isHeld = false;
  });
  const committed = rig.database.transaction(async (tx) => {
    await rig.record(tx, [{ topic: "order/create", resource_id: 1, payload: late }]);
    opened.resolve();
    while (isHeld) {
      await Promise.race([release, sleep(stillHereMs, undefined, { ref: false })]);
      await tx.query("select 1");
    }
  });
  await opened.promise;
  return { committed };
}

test("P7: the webhook of a transaction held open arrives soon after its commit, though many others passed it", async (t) => {
  const rig = await eventRig();
  const receiver = await recordingReceiver();
  const sender = createSafeSender({ allowLoopback: true, clock: systemClock, userAgent: "rig" });
  const engine = startDeliveryEngine({
    database: rig.database,
    owner: "engine",
    sender,
    signingSecretOf: async () => "secret",
    shopHost: (handle) => `${handle}.souk.localhost`,
    random: () => 0.5,
    log: silentLog,
  });
  const release = Promise.withResolvers<void>();
  t.after(async () => {
    release.resolve();
    await engine.stop();
    await sender.close();
    await receiver.stop();
    await rig.stop();
  });
  await rig.subscribe("order/create", { url: `${receiver.url}/late`, scopes: ["read_orders"] });
  const sequencer = rig.sequencer({ onFanOut: (lanes) => engine.wake(lanes.map(({ id }) => id)) });
  const { committed } = await holdOpen(rig, release.promise);
  const heldUntil = performance.now() + size.heldMs;
  for (let batch = 0; batch < size.batches; batch++) {
    await rig.raise(...others);
    sequencer.wake(rig.storeId);
    await sleep(size.heldMs / size.batches);
  }
  const total = size.batches * perBatch;
  await eventually(async () => (await passed(rig)).events === total, { within: 120_000, every: 100 });
  await sleep(Math.max(0, heldUntil - performance.now()));
  release.resolve();
  await committed;
  const committedAt = performance.now();
  const webhook = await receiver.received(({ body }) => body.toString() === late, 120_000);
  const waited = Math.round(webhook.at - committedAt);
  console.log(`${total} events passed it; its webhook came ${waited} ms after its commit`);
  assert.ok(waited <= soonMs, `${waited} ms`);
  assert.deepEqual(await passed(rig), { events: total + 1, last: total + 1 });
  const { rows } = await rig.database.query("select from events where resource_id = 1 and id < $1", [
    total / 2,
  ]);
  assert.equal(rows.length, 1, "its id is far behind those that passed");
  const wanted = size.batches * wantedEach + 1;
  await receiver.count(wanted, 120_000);
  const ids = receiver.requests.map(({ headers }) => headers["service-webhook-id"]);
  assert.deepEqual([ids.length, new Set(ids).size], [wanted, wanted]);
});
