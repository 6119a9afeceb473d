import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, proofSeed, proofSize, recordingReceiver, seededRandom } from "@souk/testkit";
import { outsidePostgres } from "./outside-postgres.ts";
import { ordersAndStock } from "./plan-pieces.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";
import { assertFewDuplicates, assertNothingLost, struckRound } from "./struck-round.ts";
import { tell } from "./tell-round.ts";
import { watchUnowned } from "./unowned-endpoints.ts";

const size = proofSize({
  ci: { senders: 2, kills: 2, pieces: 500 },
  full: { senders: 4, kills: 8, pieces: 2_000 },
});
/** One of these that holds lanes. */
async function sendingNow(senders: readonly ServerProcess[]): Promise<ServerProcess | false> {
  for (const sender of senders.filter((each) => each.isRunning())) {
    const { text } = await sender.request(`${sender.addresses.adminOrigin}/metrics`);
    if (/^souk_delivery_held\{what="lanes"\} [1-9]/m.test(text)) return sender;
  }
  return false;
}

/** A process that is killed holds its endpoints until their leases end. */
const leaseMs = 30_000;

test("P5: processes of which some are killed deliver everything, and no due endpoint is without an owner for 30 s", async (t) => {
  const postgres = await outsidePostgres();
  t.after(() => postgres.close());
  const databaseUrl = postgres.connectionString;
  const server = await serverProcess({ databaseUrl, only: "api" });
  t.after(() => server.close());
  const senders = await Promise.all(
    Array.from({ length: size.senders }, () => serverProcess({ databaseUrl, only: "delivery" })),
  );
  t.after(() => Promise.all(senders.map((sender) => sender.close())));
  const receiver = await recordingReceiver();
  t.after(() => receiver.stop());
  await server.start();
  await Promise.all(senders.map((sender) => sender.start()));
  const unowned = watchUnowned(databaseUrl);
  const round = await struckRound({
    plan: ordersAndStock(size.pieces),
    server,
    receiver,
    random: seededRandom(proofSeed()),
    strikes: size.kills,
    strike: async (time) => {
      const victim = await eventually(() => sendingNow(senders), { every: 1 });
      await victim.kill();
      // The others have the last one's endpoints to themselves.
      return time === size.kills - 1 ? 0 : victim.start();
    },
  }).finally(async () => {
    const { looks, longestMs } = await unowned.stop();
    t.diagnostic(`a due endpoint had no owner for at most ${Math.round(longestMs)} ms, in ${looks} looks`);
    assert.ok(longestMs < leaseMs, `${longestMs} ms`);
  });
  tell(`${size.senders} processes that deliver`, round);
  assertNothingLost(round);
  assertFewDuplicates([round]);
});
