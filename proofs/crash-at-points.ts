import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { FailpointName } from "@souk/delivery";
import { eventually, proofSeed, proofSize, recordingReceiver, seededRandom } from "@souk/testkit";
import { type CrashingProcess, crashingProcess } from "./crashing-process.ts";
import { askForHistory, findHistoryErrors } from "./history-reader.ts";
import { ordersAndStock } from "./plan-pieces.ts";
import { reportRound } from "./report-round.ts";
import { assertFewDuplicates, assertNothingLost, struckRound } from "./struck-round.ts";
import { findUninstallErrors, installLeavingApp, uninstall } from "./uninstalled-app.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

const size = proofSize({ ci: { times: 1 }, full: { times: 5 } });
/** More pieces than one crash and the work in flight at it use up. */
const piecesEach = 60;
/** The timeout of reaching the place; leases are renewed every ten seconds. */
const reachedWithinMs = 120_000;

/** Return whether only the end of an installation reaches the place. */
const isOfUninstall = (point: FailpointName): boolean =>
  point.startsWith("uninstall.") || point === "engine.before-cancel";
const passedOnce = (point: FailpointName): boolean =>
  isOfUninstall(point) || point === "engine.before-renew" || point === "history.before-commit";

/** The app's response time: lanes must be held until the place is reached. */
const slowMs = 2_000;

interface Strike {
  server: CrashingProcess;
  at: FailpointName;
  random: () => number;
  /** Runs the work that reaches the place. */
  meanwhile?: () => Promise<void>;
}

/** End the server at a place and start it again. @returns how long it took until it was ready, in ms */
async function crashAt({ server, at, random, meanwhile }: Strike): Promise<number> {
  const passing = passedOnce(at) ? 1 : 1 + Math.floor(random() * 3);
  const afterMs = at === "engine.during-ack" ? random() * 4 : 0;
  const { crashed } = await server.arm({ at, passing, afterMs });
  const [ms] = await Promise.all([startAgain(server, at, crashed), meanwhile?.()]);
  return ms;
}

type Armed = Awaited<ReturnType<CrashingProcess["arm"]>>;

async function startAgain(
  server: CrashingProcess,
  point: FailpointName,
  crashed: Armed["crashed"],
): Promise<number> {
  await eventually(() => !server.isRunning(), { within: reachedWithinMs }).catch((error: unknown) => {
    throw new Error(`${point} was not reached`, { cause: error });
  });
  assert.deepEqual(await crashed(), { code: null, signal: "SIGKILL", reached: true }, server.output());
  return server.start();
}

/**
 * Crash a server under load at each of these places, and compare the clients' and apps' knowledge with its database
 * (P3).
 */
export async function proveCrashes(
  t: TestContext,
  names: readonly FailpointName[],
  plan = ordersAndStock,
): Promise<void> {
  const random = seededRandom(proofSeed());
  const points = Array.from({ length: size.times }, () => names).flat();
  const server = await crashingProcess();
  t.after(() => server.close());
  const receiver = await recordingReceiver();
  const leavingApps: WatchingApp[] = [];
  const readers: WatchingApp[] = [];
  await server.start();
  const round = await struckRound({
    server,
    receiver,
    random,
    strikes: points.length,
    appEvery: 4 * size.times,
    plan: plan(points.length * piecesEach),
    strike: async (time, store) => {
      const at = points[time] ?? assert.fail();
      if (isOfUninstall(at)) {
        const app = await installLeavingApp(server, store, receiver);
        leavingApps.push(app);
        return crashAt({ server, at, random, meanwhile: () => uninstall(store, app) });
      }
      if (at === "history.before-commit") {
        const app = await installWatchingApp(server, store, receiver);
        readers.push(app);
        return crashAt({ server, at, random, meanwhile: () => askForHistory(server, store, app, receiver) });
      }
      if (at === "engine.before-renew") receiver.answer({ status: 200, delay: slowMs });
      return crashAt({ server, at, random }).finally(() => receiver.answer({ status: 200 }));
    },
  }).finally(receiver.stop);
  reportRound(`${names.length} points`, round);
  assertNothingLost(round);
  assertFewDuplicates([round]);
  const errors = await server.inspect(async (db) => {
    const found: string[] = [];
    for (const app of leavingApps) found.push(...(await findUninstallErrors(db, app, receiver)));
    for (const app of readers) found.push(...(await findHistoryErrors(db, app)));
    return found;
  });
  assert.deepEqual(errors, []);
}
