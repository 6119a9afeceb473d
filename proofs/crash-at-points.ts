import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { FailpointName } from "@souk/delivery";
import {
  chooseForRun,
  createSeededRandom,
  eventually,
  getProofSeed,
  startRecordingReceiver,
} from "@souk/testkit";
import { type CrashingProcess, createCrashingProcess } from "./crashing-process.ts";
import { findHistoryErrors, requestHistory } from "./history-reader.ts";
import { planOrdersAndStock } from "./plan-tasks.ts";
import { reportRound } from "./report-round.ts";
import { assertFewDuplicates, assertNothingLost, runRound } from "./run-round.ts";
import { findUninstallErrors, installNotifiedApp, uninstallUntilGone } from "./uninstalled-app.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

/** The size of the proof: how often the server crashes at each point. */
const size = chooseForRun({ inTests: { crashesPerPoint: 1 }, inProof: { crashesPerPoint: 5 } });
/** The number of tasks per crash. There are so many that some still wait to be sent when the server crashes. */
const tasksPerCrash = 60;
/** The timeout for reaching a crash point. It is long, because leases are renewed only every ten seconds. */
const reachTimeoutMs = 120_000;

/** Return whether only an uninstall reaches this crash point. */
const isReachedOnlyByUninstall = (point: FailpointName): boolean =>
  point.startsWith("uninstall.") || point === "engine.before-cancel";
/** Return whether the server rarely reaches this crash point, so that it must crash there the first time. */
const isRarelyReached = (point: FailpointName): boolean =>
  isReachedOnlyByUninstall(point) || point === "engine.before-renew" || point === "history.before-commit";

/** The response time of slow apps. It keeps lanes leased until the server reaches `engine.before-renew`. */
const slowResponseMs = 2_000;

interface CrashPlan {
  server: CrashingProcess;
  point: FailpointName;
  random: () => number;
  /** Run the work that reaches the crash point. */
  work?: () => Promise<void>;
}

/** Crash the server at a point and start it again. @returns the time until it was ready, in ms */
async function crashAndRestart({ server, point, random, work }: CrashPlan): Promise<number> {
  const passCount = isRarelyReached(point) ? 1 : 1 + Math.floor(random() * 3);
  // Writing acknowledgements takes a few milliseconds, so a crash after up to 4 ms occurs meanwhile.
  const afterMs = point === "engine.during-ack" ? random() * 4 : 0;
  const { waitForCrash } = await server.setCrashPoint({ point, passCount, afterMs });
  const [restartMs] = await Promise.all([restartAfterCrash(server, point, waitForCrash), work?.()]);
  return restartMs;
}

type ArmedCrash = Awaited<ReturnType<CrashingProcess["setCrashPoint"]>>;

async function restartAfterCrash(
  server: CrashingProcess,
  point: FailpointName,
  waitForCrash: ArmedCrash["waitForCrash"],
): Promise<number> {
  await eventually(() => !server.isRunning(), { timeoutMs: reachTimeoutMs }).catch((error: unknown) => {
    throw new Error(`${point} was not reached`, { cause: error });
  });
  assert.deepEqual(
    await waitForCrash(),
    { code: null, signal: "SIGKILL", isAtCrashPoint: true },
    server.getOutput(),
  );
  return server.start();
}

/**
 * Crash a server under load at each named crash point, and check that the responses to clients and the webhooks to apps
 * match its database (P3).
 */
export async function proveCrashesLoseNothing(
  t: TestContext,
  pointNames: readonly FailpointName[],
  plan = planOrdersAndStock,
): Promise<void> {
  const random = createSeededRandom(getProofSeed());
  const points = Array.from({ length: size.crashesPerPoint }, () => pointNames).flat();
  const server = await createCrashingProcess();
  t.after(() => server.close());
  const receiver = await startRecordingReceiver();
  const uninstalledApps: WatchingApp[] = [];
  const historyApps: WatchingApp[] = [];
  await server.start();
  const round = await runRound({
    server,
    receiver,
    random,
    failureCount: points.length,
    failuresPerApp: 4 * size.crashesPerPoint,
    plan: plan(points.length * tasksPerCrash),
    causeFailure: async (failureIndex, store) => {
      const point = points[failureIndex] ?? assert.fail();
      if (isReachedOnlyByUninstall(point)) {
        const app = await installNotifiedApp(server, store, receiver);
        uninstalledApps.push(app);
        return crashAndRestart({ server, point, random, work: () => uninstallUntilGone(store, app) });
      }
      if (point === "history.before-commit") {
        const app = await installWatchingApp(server, store, receiver);
        historyApps.push(app);
        return crashAndRestart({
          server,
          point,
          random,
          work: () => requestHistory(server, store, app, receiver),
        });
      }
      if (point === "engine.before-renew") receiver.respondWith({ status: 200, delay: slowResponseMs });
      return crashAndRestart({ server, point, random }).finally(() => receiver.respondWith({ status: 200 }));
    },
  }).finally(receiver.stop);
  reportRound(`${pointNames.length} points`, round);
  assertNothingLost(round);
  assertFewDuplicates([round]);
  const errors = await server.queryStopped(async (db) => {
    const foundErrors: string[] = [];
    for (const app of uninstalledApps) foundErrors.push(...(await findUninstallErrors(db, app, receiver)));
    for (const app of historyApps) foundErrors.push(...(await findHistoryErrors(db, app)));
    return foundErrors;
  });
  assert.deepEqual(errors, []);
}
