import assert from "node:assert/strict";
import { type Answer, proofSeed, recordingReceiver, seededRandom } from "@souk/testkit";
import { assertClear, watched } from "./answers.ts";
import type { DemoShop } from "./demo-shop.ts";
import type { PlanPieces } from "./plan-pieces.ts";
import type { ServerProcess } from "./server-process.ts";
import { assertFewDuplicates, assertNothingLost, struckRound } from "./struck-round.ts";
import { tell } from "./tell-round.ts";

/** A server while outages befall it. */
export interface StruckServer {
  server: ServerProcess;
  /** Every answer so far that was its own fault. */
  failures: readonly Answer[];
  random: () => number;
}

export interface OutageOptions {
  /** What it is called where it is told what the round came to. */
  name: string;
  /** How many outages there are. */
  strikes: number;
  /** What clients do meanwhile. */
  plan: PlanPieces;
  /** Within how many milliseconds the platform is at work again when an outage is over. */
  backWithinMs: number;
  /**
   * One outage, the first with 0. The platform is at work again when this resolves.
   * @returns how long that took from when the outage was over, in ms
   */
  strike(struck: StruckServer, time: number, shop: DemoShop): Promise<number>;
}

/**
 * Has outages befall a server under load: it stays up and tells whoever meets one to come again, nothing is lost, and it goes
 * on by itself.
 * @param own not started yet; it is closed in the end
 */
export async function proveOutages(own: ServerProcess, options: OutageOptions): Promise<void> {
  const { name, strikes, plan, backWithinMs, strike } = options;
  const random = seededRandom(proofSeed());
  const { server, failures } = watched(own);
  const receiver = await recordingReceiver();
  try {
    await server.start();
    const round = await struckRound({
      server,
      receiver,
      random,
      strikes,
      plan,
      strike: (time, shop) => strike({ server, failures, random }, time, shop),
    });
    tell(name, round);
    assertClear(failures);
    assertNothingLost(round);
    assertFewDuplicates([round]);
    for (const ms of round.backAfter) assert.ok(ms <= backWithinMs, `${ms} ms after the outage was over`);
  } finally {
    await receiver.stop();
    await server.close();
  }
}
