import assert from "node:assert/strict";
import { createSeededRandom, getProofSeed, type HttpResponse, startRecordingReceiver } from "@souk/testkit";
import type { DemoStore } from "./demo-store.ts";
import type { TaskPlan } from "./plan-tasks.ts";
import { reportRound } from "./report-round.ts";
import { assertFewDuplicates, assertNothingLost, runRound } from "./run-round.ts";
import type { ServerProcess } from "./server-process.ts";
import { assertAllUnavailable, recordFailures } from "./unavailable-responses.ts";

/** The server under test, during outages. */
export interface ServerInOutage {
  server: ServerProcess;
  /** Every response with a 5xx status so far. */
  failures: readonly HttpResponse[];
  random: () => number;
}

export interface OutageOptions {
  /** The name of the round in its report. */
  name: string;
  /** The number of outages. */
  failureCount: number;
  /** The tasks of the clients. */
  plan: TaskPlan;
  /** The maximum time in milliseconds from the end of an outage until the platform works again. */
  maxRecoveryMs: number;
  /**
   * Cause one outage, and wait until the platform works again.
   * @returns the time from the end of the outage until then, in ms
   */
  causeFailure(outage: ServerInOutage, failureIndex: number, store: DemoStore): Promise<number>;
}

/**
 * Cause outages of a server under load, and assert that it stays up, returns 503 with Retry-After, loses no change, and
 * recovers in time. Close the server at the end.
 * @param testedServer a server that is not started yet
 */
export async function proveOutagesLoseNothing(
  testedServer: ServerProcess,
  options: OutageOptions,
): Promise<void> {
  const { name, failureCount, plan, maxRecoveryMs, causeFailure } = options;
  const random = createSeededRandom(getProofSeed());
  const { server, failures } = recordFailures(testedServer);
  const receiver = await startRecordingReceiver();
  try {
    await server.start();
    const round = await runRound({
      server,
      receiver,
      random,
      failureCount,
      plan,
      causeFailure: (failureIndex, store) => causeFailure({ server, failures, random }, failureIndex, store),
    });
    reportRound(name, round);
    assertAllUnavailable(failures);
    assertNothingLost(round);
    assertFewDuplicates([round]);
    for (const ms of round.recoveryTimes)
      assert.ok(ms <= maxRecoveryMs, `the server took ${ms} ms to recover after the outage`);
  } finally {
    await receiver.stop();
    await server.close();
  }
}
