import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, proofSeed, proofSize, recordingReceiver, seededRandom } from "@souk/testkit";
import { outsidePostgres } from "./outside-postgres.ts";
import { ordersAndStock } from "./plan-pieces.ts";
import { reportRound } from "./report-round.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";
import { assertFewDuplicates, assertNothingLost, struckRound } from "./struck-round.ts";
import { watchUnowned } from "./unowned-endpoints.ts";

const size = proofSize({
  ci: { senders: 2, kills: 2, pieces: 500 },
  full: { senders: 4, kills: 8, pieces: 2_000 },
});
/** Find a process that holds lanes. */
async function sendingNow(senders: readonly ServerProcess[]): Promise<ServerProcess | false> {
  for (const sender of senders.filter((each) => each.isRunning())) {
    const { text } = await sender.request(`${sender.addresses.adminOrigin}/metrics`);
    if (/^souk_delivery_held\{what="lanes"\} [1-9]/m.test(text)) return sender;
  }
  return false;
}

/** The lease of endpoints: a killed process holds them until it ends. */
const leaseMs = 30_000;

test("P5: killed processes lose no delivery, and a due endpoint has an owner within 30 s", async (t) => {
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
  reportRound(`${size.senders} processes that deliver`, round);
  assertNothingLost(round);
  assertFewDuplicates([round]);
});
