import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, proofSeed, proofSize, recordingReceiver, seededRandom } from "@souk/testkit";
import { createEngineFixture } from "./testing/engine-fixture.ts";
import { createRandomOperations } from "./testing/random-operations.ts";

const concurrency = 3;
const count = proofSize({ ci: 150, full: 3_000 });

// Sendable lanes that are neither due nor in a queue, so no process would lease them.
const lostLanes = `
  select lanes.id from lanes
    join installations i on i.id = lanes.installation_id
    join apps app on app.id = i.app_id
  where lanes.closed_at is null and i.status = 'enabled' and app.suspended_at is null
    and lanes.wake_at is null and lanes.queued_at is null
    and exists (select from deliveries where lane_id = lanes.id and state = 'pending')`;

test("P5: after random operations no delivery is left without a sender", async (t) => {
  const [fixture, receiver] = await Promise.all([createEngineFixture(), recordingReceiver()]);
  t.after(async () => {
    await fixture.stop();
    await receiver.stop();
  });
  fixture.clock.set(new Date());
  const operations = await createRandomOperations(fixture, receiver, seededRandom(proofSeed()));
  const runOperations = async (): Promise<void> => {
    for (let done = 0; done < count / concurrency; done++) await operations.runOne();
  };
  await Promise.all(Array.from({ length: concurrency }, runOperations));
  await operations.repair();
  await operations.stop();
  const { database } = fixture;
  assert.deepEqual(await database.many(lostLanes), []);
  const leasedSql = `select id from lanes where leased_until > $1 and owner is not null
    union all select id from endpoints where leased_until > $1 and owner is not null`;
  assert.deepEqual(
    await database.many(leasedSql, [fixture.clock.at()]),
    [],
    "stopped engines release everything",
  );

  // Reset all breakers and paces, so that the rest can be sent without waiting for them.
  await database.query(
    "update endpoints set breaker = 'closed', failing_since = null, failures = 0, probe_at = null, rate = null",
  );
  const engine = fixture.startEngine();
  const pending = "select from deliveries where state = 'pending'";
  // Each jump of the clock ends all leases, so a busy machine gets twice as long after each of them.
  let waitMs = 750;
  const waitUntilSent = () => {
    waitMs *= 2;
    return eventually(async () => (await database.query(pending)).rowCount === 0, { within: waitMs }).then(
      () => true,
      () => false,
    );
  };
  await eventually(
    () => {
      fixture.clock.advance(600_000);
      engine.wake();
      return waitUntilSent();
    },
    { within: 240_000 },
  );
});
