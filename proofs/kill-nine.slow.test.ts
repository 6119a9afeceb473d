import assert from "node:assert/strict";
import { test } from "node:test";
import { proofSeed, proofSize, recordingReceiver, seededRandom } from "@souk/testkit";
import { dayOfTrade } from "./plan-pieces.ts";
import { reportRound } from "./report-round.ts";
import { serverProcess } from "./server-process.ts";
import { assertFewDuplicates, assertNothingLost, type Round, struckRound } from "./struck-round.ts";

const size = proofSize({
  // Every app gets every change: more apps are tested at full size.
  ci: { rounds: 1, kills: 8, orders: 600, appEvery: 2, swept: 0 },
  full: { rounds: 7, kills: 50, orders: 10_000, appEvery: 1, swept: 1 },
});

test("P1: kill -9 under load loses no acknowledged change and no webhook, and invents neither", async (t) => {
  const random = seededRandom(proofSeed());
  const server = await serverProcess();
  t.after(() => server.close());
  const strike = async (): Promise<number> => {
    await server.kill();
    return server.start();
  };
  const rounds: Round[] = [];
  for (let number = 1; number <= size.rounds; number++) {
    await server.start();
    const receiver = await recordingReceiver();
    const strikes = Math.ceil(size.kills / size.rounds);
    const plan = dayOfTrade(Math.ceil(size.orders / size.rounds));
    const options = { server, receiver, strikes, plan, random, strike, appEvery: size.appEvery };
    const made = await struckRound(options).finally(receiver.stop);
    reportRound(`round ${number}`, made);
    assertNothingLost(made);
    rounds.push(made);
  }
  assertFewDuplicates(rounds);
  const swept = rounds.reduce((sum, round) => sum + round.swept, 0);
  assert.ok(swept >= size.swept, "no press was under way at any blow");
});
