import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseForRun,
  createSeededRandom,
  eventually,
  getProofSeed,
  startRecordingReceiver,
} from "@souk/testkit";
import { planOrdersAndStock } from "./plan-tasks.ts";
import { reportRound } from "./report-round.ts";
import { assertFewDuplicates, assertNothingLost, runRound } from "./run-round.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";
import { startStandalonePostgres } from "./standalone-postgres.ts";
import { watchUnownedEndpoints } from "./unowned-endpoints.ts";

const size = chooseForRun({
  inTests: { senders: 2, kills: 2, tasks: 500 },
  inProof: { senders: 4, kills: 8, tasks: 2_000 },
});

/** Find a running process that leases lanes; false if there is none. */
async function findSendingProcess(senders: readonly ServerProcess[]): Promise<ServerProcess | false> {
  for (const sender of senders.filter((candidate) => candidate.isRunning())) {
    const { text } = await sender.request(`${sender.addresses.adminOrigin}/metrics`);
    if (/^souk_delivery_held\{what="lanes"\} [1-9]/m.test(text)) return sender;
  }
  return false;
}

/** The duration of an endpoint's lease, during which no other process can own the endpoint of a killed process. */
const leaseMs = 30_000;

test("P5: killed sending processes lose no delivery, and due endpoints get new owners within 30 s", async (t) => {
  const postgres = await startStandalonePostgres();
  t.after(() => postgres.close());
  const databaseUrl = postgres.connectionString;
  const server = await createServerProcess({ databaseUrl, role: "api" });
  t.after(() => server.close());
  const senders = await Promise.all(
    Array.from({ length: size.senders }, () => createServerProcess({ databaseUrl, role: "delivery" })),
  );
  t.after(() => Promise.all(senders.map((sender) => sender.close())));
  const receiver = await startRecordingReceiver();
  t.after(() => receiver.stop());
  await server.start();
  await Promise.all(senders.map((sender) => sender.start()));
  const endpointWatcher = watchUnownedEndpoints(databaseUrl);
  const round = await runRound({
    plan: planOrdersAndStock(size.tasks),
    server,
    receiver,
    random: createSeededRandom(getProofSeed()),
    failureCount: size.kills,
    causeFailure: async (failureIndex) => {
      const killedSender = await eventually(() => findSendingProcess(senders), { intervalMs: 1 });
      await killedSender.kill();
      // The result is the recovery time in ms. The last killed process is not restarted, so the others must take over its
      // endpoints.
      return failureIndex === size.kills - 1 ? 0 : killedSender.start();
    },
  }).finally(async () => {
    const { checkCount, longestMs } = await endpointWatcher.stop();
    t.diagnostic(
      `a due endpoint had no owner for at most ${Math.round(longestMs)} ms, in ${checkCount} checks`,
    );
    assert.ok(longestMs < leaseMs, `a due endpoint had no owner for ${longestMs} ms`);
  });
  reportRound(`${size.senders} sending processes`, round);
  assertNothingLost(round);
  assertFewDuplicates([round]);
});
