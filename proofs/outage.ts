import assert from "node:assert/strict";
import { type Answer, proofSeed, recordingReceiver, seededRandom } from "@souk/testkit";
import { assertClear, watched } from "./answers.ts";
import type { DemoStore } from "./demo-store.ts";
import type { PlanPieces } from "./plan-pieces.ts";
import { reportRound } from "./report-round.ts";
import type { ServerProcess } from "./server-process.ts";
import { assertFewDuplicates, assertNothingLost, struckRound } from "./struck-round.ts";

/** A server during outages. */
export interface StruckServer {
  server: ServerProcess;
  /** Every response so far that was the server's own error. */
  failures: readonly Answer[];
  random: () => number;
}

export interface OutageOptions {
  /** The name in the report of the round's result. */
  name: string;
  /** The number of outages. */
  strikes: number;
  /** The plan of the clients' requests meanwhile. */
  plan: PlanPieces;
  /** The maximum time in milliseconds from the end of an outage until the platform works again. */
  backWithinMs: number;
  /**
   * Cause one outage, the first with 0. The platform works again when this resolves.
   * @returns how long that took from the end of the outage, in ms
   */
  strike(struck: StruckServer, time: number, store: DemoStore): Promise<number>;
}

/**
 * Cause outages of a server under load, and check that it stays up, asks affected clients to retry, loses nothing,
 * and recovers by itself.
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
      strike: (time, store) => strike({ server, failures, random }, time, store),
    });
    reportRound(name, round);
    assertClear(failures);
    assertNothingLost(round);
    assertFewDuplicates([round]);
    for (const ms of round.backAfter) assert.ok(ms <= backWithinMs, `${ms} ms after the outage was over`);
  } finally {
    await receiver.stop();
    await server.close();
  }
}
