import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordingReceiver } from "@souk/testkit";
import { checkRound, type RoundCheck } from "./check-round.ts";
import { requiresResult, sendAllTasks, type TaskResult } from "./client-tasks.ts";
import { type DemoStore, listStockPlaces, openDemoStore } from "./demo-store.ts";
import { expireFulfillRequests } from "./expire-fulfill-requests.ts";
import type { TaskPlan } from "./plan-tasks.ts";
import { resendOrders } from "./resend-orders.ts";
import { makeAppRespond } from "./responding-app.ts";
import type { ServerProcess } from "./server-process.ts";
import { waitForAllWebhooks } from "./wait-for-webhooks.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

const clientCount = 6;
/** How many tasks may be sent after a failure is due and before it occurs. The other tasks wait, so that the failure occurs under load. */
const maxTasksBeyondFailure = 40;
/** The number of tasks that are held back until the last failure has occurred, so that the app installed after it receives events. */
const tasksAfterLastFailure = 10;
/** How many tasks stay held back even if the last failure takes so long that the other held-back tasks are released. */
const minTasksAfterLastFailure = 3;
/** The interval at which one more task is released while a failure is pending, because a crash point may need new work. */
const releaseIntervalMs = 500;

/** The options of a round. */
export interface RoundOptions {
  server: ServerProcess;
  receiver: RecordingReceiver;
  /** The tasks of the clients. */
  plan: TaskPlan;
  /** The number of failures during the round. */
  failureCount: number;
  random: () => number;
  /**
   * Cause a failure of the platform, and wait until it works again.
   * @returns the recovery time, in ms
   */
  causeFailure(failureIndex: number, store: DemoStore): Promise<number>;
  /** The number of failures after which another app is installed; 1 if omitted. */
  failuresPerApp?: number;
}

/** The result of a round. */
export interface RoundResult {
  results: TaskResult[];
  apps: [WatchingApp, ...WatchingApp[]];
  /** The recovery time after each failure, in ms. */
  recoveryTimes: number[];
  /** The number of fulfillment requests whose result the server did not record, so that they timed out. */
  timedOutCount: number;
  check: RoundCheck;
}

/** Create functions that cause a failure when the number of completed tasks reaches each threshold, and that hold back tasks until then. */
function createFailureScheduler(
  { causeFailure, random }: RoundOptions,
  { thresholds, taskCount }: { thresholds: readonly number[]; taskCount: number },
  signal: AbortSignal,
) {
  const sleepMs = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
  let nextThreshold = thresholds[0] ?? Number.POSITIVE_INFINITY;
  let releasedCount = 0;
  const mustWait = (index: number): boolean => {
    // After the last failure, no task has to wait.
    if (nextThreshold === Number.POSITIVE_INFINITY) return false;
    const maxIndex =
      Math.min(nextThreshold + maxTasksBeyondFailure, taskCount - tasksAfterLastFailure) + releasedCount;
    return index > Math.min(maxIndex, taskCount - minTasksAfterLastFailure);
  };
  return {
    /** Wait while the task at this index is too far beyond the next failure's threshold, so that the failure occurs under load. */
    waitForTurn: async (index: number): Promise<void> => {
      while (mustWait(index)) await sleepMs(5);
    },
    /** Cause all failures in turn. @param afterFailure runs after each failure @returns the recovery times, in ms */
    causeAllFailures: async (
      results: readonly TaskResult[],
      store: DemoStore,
      afterFailure: (failureNumber: number) => Promise<void>,
    ): Promise<number[]> => {
      const recoveryTimes: number[] = [];
      for (const [failureIndex, threshold] of thresholds.entries()) {
        while (results.length < threshold) await sleepMs(1);
        await sleepMs(random() * 40);
        const releaseTimer = setInterval(() => releasedCount++, releaseIntervalMs);
        recoveryTimes.push(
          await causeFailure(failureIndex, store).finally(() => clearInterval(releaseTimer)),
        );
        releasedCount = 0;
        await afterFailure(failureIndex + 1);
        nextThreshold = Math.max(results.length, thresholds[failureIndex + 1] ?? Number.POSITIVE_INFINITY);
      }
      return recoveryTimes;
    },
  };
}

/** Spread the failures over the time after the first 3% and before the last 10% of the tasks. */
function computeThresholds({ failureCount, random }: RoundOptions, taskCount: number): number[] {
  const tasksPerFailure = (0.87 * taskCount) / failureCount;
  return Array.from({ length: failureCount }, (_, failureIndex) =>
    Math.floor(0.03 * taskCount + (failureIndex + random()) * tasksPerFailure),
  );
}

/**
 * Let clients send their tasks while failures occur, and compare the responses and webhooks with the database. The server must
 * be running; at the end it is stopped.
 *
 * The first app is installed at the start and also responds to Fulfill and rate requests. More apps are installed after
 * failures, because their new lanes put more work in flight at the next failure.
 */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { server, receiver, random } = options;
  const store = await openDemoStore(server);
  const firstApp = await installWatchingApp(server, store, receiver);
  const apps: RoundResult["apps"] = [firstApp];
  await makeAppRespond(server, { store, app: firstApp }, receiver);
  const places = await listStockPlaces(server, store, firstApp.token);
  const tasks = options.plan(places, random);
  const taskCount = tasks.length;
  const abortController = new AbortController();
  const { signal } = abortController;
  const { waitForTurn, causeAllFailures } = createFailureScheduler(
    options,
    { thresholds: computeThresholds(options, taskCount), taskCount },
    signal,
  );
  const { token, client_id } = firstApp;
  const context = { platform: server, store, token, client_id, waitForTurn, signal };
  const { results, completion } = sendAllTasks(tasks, context, clientCount);
  const installDueApp = async (failureNumber: number): Promise<void> => {
    if (failureNumber % (options.failuresPerApp ?? 1) === 0)
      apps.push(await installWatchingApp(server, store, receiver));
  };
  const failuresAndTasks = Promise.all([causeAllFailures(results, store, installDueApp), completion]);
  const [recoveryTimes] = await failuresAndTasks.finally(() => abortController.abort());
  const [timedOutCount] = await Promise.all([
    expireFulfillRequests(server, store.id),
    waitForAllWebhooks({ results, apps, requests: receiver.requests }),
  ]);
  await resendOrders(results, context);
  const processEnd = await server.signal("SIGTERM");
  assert.deepEqual(processEnd, { code: 0, signal: null }, server.getOutput());
  const check = await checkRound(server, store.id, { results, apps, requests: receiver.requests });
  return { results, apps, recoveryTimes, timedOutCount, check };
}

/**
 * Assert the invariants of P1 (docs/spec/proofs.md): nothing is lost, nothing was sent without an event, all sums are right, and every
 * request with a key has a result.
 */
export function assertNothingLost({ results, check }: RoundResult): void {
  assert.deepEqual(check.errors.slice(0, 20), []);
  assert.ok(
    results.every((taskResult) => !requiresResult(taskResult) || taskResult.result.status !== "unknown"),
  );
}

/** Assert the last invariant of P1: at most 10% of the webhooks of all rounds are duplicates. */
export function assertFewDuplicates(rounds: readonly RoundResult[]): void {
  const sum = (getCount: (check: RoundCheck) => number) =>
    rounds.reduce((total, { check }) => total + getCount(check), 0);
  const receivedCount = sum((check) => check.receivedCount);
  const distinctCount = sum((check) => check.distinctCount);
  const duplicateFraction = (receivedCount - distinctCount) / distinctCount;
  assert.ok(duplicateFraction <= 0.1, `${(100 * duplicateFraction).toFixed(1)} % duplicates`);
}
