import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseForRun,
  createSeededRandom,
  getProofSeed,
  type PlatformClient,
  type RecordingReceiver,
  startRecordingReceiver,
} from "@souk/testkit";
import { checkRound } from "./check-round.ts";
import { sendAllTasks } from "./client-tasks.ts";
import { listStockPlaces, openDemoStore } from "./demo-store.ts";
import { planOrdersAndStock } from "./plan-tasks.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";
import { waitForAllWebhooks } from "./wait-for-webhooks.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

const size = chooseForRun({ inTests: { stops: 1, tasks: 300 }, inProof: { stops: 6, tasks: 2_000 } });
const clientCount = 8;
/** The app's response time before the stop. It is so long that some webhooks are in flight and many more are waiting. */
const slowResponseMs = 400;
/**
 * The maximum time after the signal at which new work may still begin. Among other tests it is longer, because they use the
 * machine at the same time.
 */
const newWorkLimitMs = chooseForRun({ inTests: 5_000, inProof: 1_000 });
/** The maximum time from the signal until the server has exited. */
const maxStopMs = chooseForRun({ inTests: 25_000, inProof: 12_000 });
/** A request sent up to this long before the stop may still fail because its connection was closed. */
const brokenRequestLimitMs = chooseForRun({ inTests: 500, inProof: 50 });

interface SentRequest {
  startedAt: number;
  /** Null if the connection was refused or closed, or no response has arrived yet. */
  status: number | null;
}

/** Return a platform client that adds each request to `sentRequests`. */
function recordRequests(server: ServerProcess, sentRequests: SentRequest[]): PlatformClient {
  return {
    ...server,
    request: async (url, options) => {
      const sentRequest: SentRequest = { startedAt: performance.now(), status: null };
      sentRequests.push(sentRequest);
      const response = await server.request(url, options);
      sentRequest.status = response.status;
      return response;
    },
  };
}

interface Stop {
  /** The time of the signal. */
  signaledAt: number;
  /** The time the server took to exit. */
  durationMs: number;
}

/** Send SIGTERM to the server, and wait until the server has exited with 0. */
async function stopUnderLoad(server: ServerProcess): Promise<Stop> {
  const signaledAt = performance.now();
  const exit = await server.signal("SIGTERM");
  assert.deepEqual(exit, { code: 0, signal: null }, server.getOutput());
  return { signaledAt, durationMs: performance.now() - signaledAt };
}

/** Assert that the server exited in time, finished the requests in flight, and began no new work long after the signal. */
function assertDrained(
  { signaledAt, durationMs }: Stop,
  sentRequests: readonly SentRequest[],
  receiver: RecordingReceiver,
): void {
  assert.ok(durationMs <= maxStopMs, `the server took ${Math.round(durationMs)} ms to stop`);
  const interruptedRequests = sentRequests.filter(
    ({ startedAt, status }) => startedAt < signaledAt - brokenRequestLimitMs && status === null,
  );
  assert.equal(interruptedRequests.length, 0, "requests in flight at the signal were interrupted");
  const lateRequests = sentRequests.filter(
    ({ startedAt, status }) => startedAt > signaledAt + newWorkLimitMs && status === 200,
  );
  assert.equal(lateRequests.length, 0, "requests were accepted too long after the signal");
  const lateWebhooks = receiver.requests.filter(
    ({ receivedAtMs }) => receivedAtMs > signaledAt + newWorkLimitMs,
  );
  assert.equal(lateWebhooks.length, 0, "webhooks were sent too long after the signal");
}

interface StopOptions {
  server: ServerProcess;
  receiver: RecordingReceiver;
  random: () => number;
  signal: AbortSignal;
}

/** Stop the server under load, restart it, and assert that nothing was lost or sent twice. @returns a report of the times */
async function proveStop({ server, receiver, random, signal }: StopOptions): Promise<string> {
  await server.start();
  receiver.respondWith({ status: 200, delay: slowResponseMs });
  const store = await openDemoStore(server);
  const firstApp = await installWatchingApp(server, store, receiver);
  const apps: [WatchingApp, ...WatchingApp[]] = [firstApp];
  while (apps.length < 3) apps.push(await installWatchingApp(server, store, receiver));
  const { token, client_id } = firstApp;
  const tasks = planOrdersAndStock(size.tasks)(await listStockPlaces(server, store, token), random);
  const sentRequests: SentRequest[] = [];
  const platform = recordRequests(server, sentRequests);
  // Stop the server after 30 to 70 percent of the tasks.
  const stopIndex = Math.floor((0.3 + 0.4 * random()) * tasks.length);
  const stopIndexReached = Promise.withResolvers<void>();
  const waitForTurn = async (index: number): Promise<void> => {
    if (index === stopIndex) stopIndexReached.resolve();
  };
  const { results, completion } = sendAllTasks(
    tasks,
    { platform, store, token, client_id, waitForTurn, signal },
    clientCount,
  );
  await stopIndexReached.promise;
  const webhookCountAtStop = receiver.requests.length;
  const stop = await stopUnderLoad(server);
  assertDrained(stop, sentRequests, receiver);

  receiver.respondWith({ status: 200 });
  const startMs = await server.start();
  await completion;
  const finishedAt = performance.now();
  await waitForAllWebhooks({ results, apps, requests: receiver.requests });
  assert.equal((await server.signal("SIGTERM")).code, 0);
  const check = await checkRound(server, store.id, { results, apps, requests: receiver.requests });
  assert.deepEqual(check.errors.slice(0, 20), []);
  assert.equal(check.receivedCount - check.distinctCount, 0, "duplicates from the shutdown");
  const lastWebhookAt = Math.max(...receiver.requests.map(({ receivedAtMs }) => receivedAtMs));
  const durations = [stop.durationMs, startMs, lastWebhookAt - finishedAt];
  const [stopMs, readyMs, lastWebhookMs] = durations.map(Math.round);
  return `stopped in ${stopMs} ms after ${webhookCountAtStop} webhooks; ready again after ${readyMs} ms; ${results.length} tasks and ${check.distinctCount} webhooks in total, the last webhook ${lastWebhookMs} ms after the clients finished`;
}

test("P4: SIGTERM under load finishes open work, accepts no new work and exits with 0", async (t) => {
  const random = createSeededRandom(getProofSeed());
  const server = await createServerProcess();
  t.after(() => server.close());
  for (let round = 1; round <= size.stops; round++) {
    const receiver = await startRecordingReceiver();
    const abortController = new AbortController();
    const { signal } = abortController;
    const report = await proveStop({ server, receiver, random, signal }).finally(() => {
      abortController.abort();
      return receiver.stop();
    });
    console.log(report);
  }
});
