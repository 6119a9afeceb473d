import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseForRun,
  createSeededRandom,
  eventually,
  getProofSeed,
  startRecordingReceiver,
} from "@souk/testkit";
import { createEngineFixture, type EngineFixture } from "./testing/engine-fixture.ts";
import { createRandomOperations } from "./testing/random-operations.ts";

const concurrency = 3;
const operationCount = chooseForRun({ inTests: 150, inProof: 3_000 });

// Sendable lanes that are neither due nor in a queue, so no process would lease them.
const stuckLanesSql = `
  select lanes.id from lanes
    join installations i on i.id = lanes.installation_id
    join apps app on app.id = i.app_id
  where lanes.closed_at is null and i.status = 'enabled' and app.suspended_at is null
    and lanes.wake_at is null and lanes.queued_at is null
    and exists (select from deliveries where lane_id = lanes.id and state = 'pending')`;

/** Describe the pending deliveries with their lanes and endpoints, to explain why they are not sent. */
async function describePendingDeliveries({ database, clock }: EngineFixture): Promise<string> {
  const rows = await database.many(
    `select json_build_object('count', count(*), 'next due', min(delivery.due_at), 'lane', to_json(lane), 'endpoint', to_json(endpoint)) as state
     from deliveries delivery join lanes lane on lane.id = delivery.lane_id left join endpoints endpoint on endpoint.id = lane.endpoint_id
     where delivery.state = 'pending' group by lane.*, endpoint.* limit 10`,
  );
  return `It is ${clock.getTestTime()?.toISOString()}. Pending: ${rows.map((row) => JSON.stringify(row)).join("\n")}`;
}

test("P5: after random operations, no delivery stays pending forever", async (t) => {
  const [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
  t.after(async () => {
    await fixture.stop();
    await receiver.stop();
  });
  fixture.clock.set(new Date());
  const operations = await createRandomOperations(fixture, receiver, createSeededRandom(getProofSeed()));
  const runOperations = async (): Promise<void> => {
    for (let n = 0; n < operationCount / concurrency; n++) await operations.runRandomOperation();
  };
  await Promise.all(Array.from({ length: concurrency }, runOperations));
  await operations.resumeEverything();
  await operations.stop();
  const { database } = fixture;
  assert.deepEqual(await database.many(stuckLanesSql), []);
  const leasedSql = `select id from lanes where leased_until > $1 and owner is not null
    union all select id from endpoints where leased_until > $1 and owner is not null`;
  assert.deepEqual(
    await database.many(leasedSql, [fixture.clock.getTestTime()]),
    [],
    "stopped engines release all lanes and endpoints",
  );

  // Reset all breakers and paces, so that none of them delays the remaining deliveries.
  await database.query(
    "update endpoints set breaker = 'closed', failing_since = null, failures = 0, probe_at = null, rate = null",
  );
  const engine = fixture.startEngine();
  const pendingSql = "select from deliveries where state = 'pending'";
  // Each jump of the clock ends all leases and so interrupts the sending. A busy machine may need longer to send everything, so
  // each wait is twice as long as the previous one.
  let timeoutMs = 750;
  let jumpMs = 600_000;
  const waitUntilSent = () => {
    timeoutMs *= 2;
    return eventually(async () => (await database.query(pendingSql)).rowCount === 0, { timeoutMs }).then(
      () => true,
      () => false,
    );
  };
  await eventually(
    () => {
      // A delivery with many failures waits for hours.
      fixture.clock.advance(jumpMs);
      jumpMs *= 2;
      engine.wake();
      return waitUntilSent();
    },
    { timeoutMs: 240_000 },
  ).catch(async (error: unknown) => {
    throw new Error(await describePendingDeliveries(fixture), { cause: error });
  });
});
