import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { FailpointName } from "@souk/delivery";
import { eventually, proofSeed, proofSize, recordingReceiver, seededRandom } from "@souk/testkit";
import { type CrashingProcess, crashingProcess } from "./crashing-process.ts";
import { askForHistory, historyFaults } from "./history-reader.ts";
import { ordersAndStock } from "./plan-pieces.ts";
import { assertFewDuplicates, assertNothingLost, struckRound } from "./struck-round.ts";
import { tell } from "./tell-round.ts";
import { installLeavingApp, uninstall, uninstallFaults } from "./uninstalled-app.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

const size = proofSize({ ci: { times: 1 }, full: { times: 5 } });
/** More than one crash and what is under way at it take. */
const piecesEach = 60;
/** Leases are renewed every ten seconds. */
const reachedWithinMs = 120_000;

/** Only the end of an installation leads there. */
const isOfUninstall = (at: FailpointName): boolean =>
  at.startsWith("uninstall.") || at === "engine.before-cancel";
const passedOnce = (at: FailpointName): boolean =>
  isOfUninstall(at) || at === "engine.before-renew" || at === "history.before-commit";

/** Lanes must be held for as long as it takes to come there. */
const slowMs = 2_000;

interface Strike {
  server: CrashingProcess;
  at: FailpointName;
  random: () => number;
  /** What leads to the place. */
  meanwhile?: () => Promise<void>;
}

/** Ends the server at a place and starts it again. @returns how long it took until it was ready, in ms */
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
  at: FailpointName,
  crashed: Armed["crashed"],
): Promise<number> {
  await eventually(() => !server.isRunning(), { within: reachedWithinMs }).catch((error: unknown) => {
    throw new Error(`${at} was not reached`, { cause: error });
  });
  assert.deepEqual(await crashed(), { code: null, signal: "SIGKILL", reached: true }, server.output());
  return server.start();
}

/** P3: crashes a server under load at each of these places, and holds what clients and apps know against its database. */
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
  const gone: WatchingApp[] = [];
  const readers: WatchingApp[] = [];
  await server.start();
  const round = await struckRound({
    server,
    receiver,
    random,
    strikes: points.length,
    appEvery: 4 * size.times,
    plan: plan(points.length * piecesEach),
    strike: async (time, shop) => {
      const at = points[time] ?? assert.fail();
      if (isOfUninstall(at)) {
        const app = await installLeavingApp(server, shop, receiver);
        gone.push(app);
        return crashAt({ server, at, random, meanwhile: () => uninstall(shop, app) });
      }
      if (at === "history.before-commit") {
        const app = await installWatchingApp(server, shop, receiver);
        readers.push(app);
        return crashAt({ server, at, random, meanwhile: () => askForHistory(server, shop, app, receiver) });
      }
      if (at === "engine.before-renew") receiver.answer({ status: 200, delay: slowMs });
      return crashAt({ server, at, random }).finally(() => receiver.answer({ status: 200 }));
    },
  }).finally(receiver.stop);
  tell(`${names.length} points`, round);
  assertNothingLost(round);
  assertFewDuplicates([round]);
  const faults = await server.inspect(async (run) => {
    const found: string[] = [];
    for (const app of gone) found.push(...(await uninstallFaults(run, app, receiver)));
    for (const app of readers) found.push(...(await historyFaults(run, app)));
    return found;
  });
  assert.deepEqual(faults, []);
}
