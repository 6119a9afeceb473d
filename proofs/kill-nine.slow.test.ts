import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseForRun, createSeededRandom, getProofSeed, startRecordingReceiver } from "@souk/testkit";
import { planDayOfOrders } from "./plan-tasks.ts";
import { reportRound } from "./report-round.ts";
import { assertFewDuplicates, assertNothingLost, type RoundResult, runRound } from "./run-round.ts";
import { createServerProcess } from "./server-process.ts";

const size = chooseForRun({
  // Each app gets every event, so CI uses fewer apps than the full proof.
  inTests: { rounds: 1, kills: 8, orders: 600, failuresPerApp: 2, minTimedOutCount: 0 },
  inProof: { rounds: 7, kills: 50, orders: 10_000, failuresPerApp: 1, minTimedOutCount: 1 },
});

test("P1: kill -9 under load loses no acknowledged change or webhook", async (t) => {
  const random = createSeededRandom(getProofSeed());
  const server = await createServerProcess();
  t.after(() => server.close());
  const killAndRestart = async (): Promise<number> => {
    await server.kill();
    return server.start();
  };
  const rounds: RoundResult[] = [];
  for (let number = 1; number <= size.rounds; number++) {
    await server.start();
    const receiver = await startRecordingReceiver();
    const failureCount = Math.ceil(size.kills / size.rounds);
    const plan = planDayOfOrders(Math.ceil(size.orders / size.rounds));
    const options = {
      server,
      receiver,
      failureCount,
      plan,
      random,
      causeFailure: killAndRestart,
      failuresPerApp: size.failuresPerApp,
    };
    const round = await runRound(options).finally(receiver.stop);
    reportRound(`round ${number}`, round);
    assertNothingLost(round);
    rounds.push(round);
  }
  assertFewDuplicates(rounds);
  const timedOutCount = rounds.reduce((sum, round) => sum + round.timedOutCount, 0);
  // A Fulfill request times out if the server is killed before it records the result.
  assert.ok(timedOutCount >= size.minTimedOutCount, "no Fulfill request was in flight at any kill");
});
