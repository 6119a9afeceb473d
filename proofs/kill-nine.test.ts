import { test } from "node:test";
import { proofSeed, proofSize, recordingReceiver, seededRandom } from "@souk/testkit";
import { serverProcess } from "./server-process.ts";
import { assertFewDuplicates, assertNothingLost, type Round, struckRound, tell } from "./struck-round.ts";

const size = proofSize({
  ci: { rounds: 1, kills: 8, adjustments: 600 },
  full: { rounds: 7, kills: 50, adjustments: 10_000 },
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
    const adjustments = Math.ceil(size.adjustments / size.rounds);
    const options = { server, receiver, strikes, adjustments, random, strike };
    const made = await struckRound(options).finally(receiver.stop);
    tell(`round ${number}`, made);
    assertNothingLost(made);
    rounds.push(made);
  }
  assertFewDuplicates(rounds);
});
