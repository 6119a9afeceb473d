import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, proofSeed, proofSize, recordingReceiver, seededRandom } from "@souk/testkit";
import { engineRig } from "./testing/engine-rig.ts";
import { randomOperations } from "./testing/random-operations.ts";

const operationsAtOnce = 3;
const count = proofSize({ ci: 150, full: 3_000 });

// A lane that somebody may take and that nobody ever will: it is neither due nor in a queue.
const lostLanes = `
  select lanes.id from lanes
    join installations i on i.id = lanes.installation_id
    join apps app on app.id = i.app_id
  where lanes.closed_at is null and i.status = 'enabled' and app.suspended_at is null
    and lanes.wake_at is null and lanes.queued_at is null
    and exists (select from deliveries where lane_id = lanes.id and state = 'pending')`;

test("P5: whatever happens in whatever order, no delivery is left that nobody would send", async (t) => {
  const [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
  t.after(async () => {
    await rig.stop();
    await receiver.stop();
  });
  rig.clock.set(new Date());
  const operations = await randomOperations(rig, receiver, seededRandom(proofSeed()));
  const some = async (): Promise<void> => {
    for (let done = 0; done < count / operationsAtOnce; done++) await operations.one();
  };
  await Promise.all(Array.from({ length: operationsAtOnce }, some));
  await operations.mend();
  await operations.stop();
  const { database } = rig;
  assert.deepEqual((await database.query(lostLanes)).rows, []);
  const held = `select id from lanes where leased_until > $1 and owner is not null
    union all select id from endpoints where leased_until > $1 and owner is not null`;
  assert.deepEqual(
    (await database.query(held, [rig.clock.at()])).rows,
    [],
    "who stops gives everything back",
  );

  // As if every endpoint had been well for long: what is left is a matter of waiting for breakers and paces.
  await database.query(
    "update endpoints set breaker = 'closed', failing_since = null, failures = 0, probe_at = null, rate = null",
  );
  const engine = rig.engine();
  const pending = "select from deliveries where state = 'pending'";
  // No sooner than a busy machine has sent what could be sent: each leap of the clock ends all leases.
  const drained = () =>
    eventually(async () => (await database.query(pending)).rowCount === 0, { within: 1_500 }).then(
      () => true,
      () => false,
    );
  await eventually(
    () => {
      rig.clock.advance(600_000);
      engine.wake();
      return drained();
    },
    { within: 120_000 },
  );
});
