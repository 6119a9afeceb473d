import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createSeededRandom,
  getProofSeed,
  getProofSize,
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

/** `times`: how often the server is stopped. */
const size = getProofSize({ ci: { times: 1, tasks: 300 }, full: { times: 6, tasks: 2_000 } });
const clientCount = 8;
/** The time the app takes to respond before the stop, so that some webhooks are in flight and many more are waiting. */
const slowResponseMs = 400;
/**
 * The maximum time after the signal at which new work may still begin. In `npm run test:slow` it is longer, because
 * other tests use the machine at the same time.
 */
const newWorkLimitMs = getProofSize({ ci: 5_000, full: 1_000 });
const maxStopMs = getProofSize({ ci: 25_000, full: 12_000 });
/** A request sent up to this long before the stop may still fail because its connection was closed. */
const brokenRequestLimitMs = getProofSize({ ci: 500, full: 50 });

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

/** Send SIGTERM to the server. @returns the time of the signal, and how many ms the server took to exit */
async function stopUnderLoad(server: ServerProcess): Promise<{ stoppedAt: number; ms: number }> {
  const stoppedAt = performance.now();
  const exit = await server.signal("SIGTERM");
  assert.deepEqual(exit, { code: 0, signal: null }, server.getOutput());
  return { stoppedAt, ms: performance.now() - stoppedAt };
}

function assertDrained(
  { stoppedAt, ms }: { stoppedAt: number; ms: number },
  sentRequests: readonly SentRequest[],
  receiver: RecordingReceiver,
): void {
  assert.ok(ms <= maxStopMs, `the server took ${Math.round(ms)} ms to stop`);
  const interruptedRequests = sentRequests.filter(
    ({ startedAt, status }) => startedAt < stoppedAt - brokenRequestLimitMs && status === null,
  );
  assert.equal(interruptedRequests.length, 0, "requests in flight at the signal were interrupted");
  const lateRequests = sentRequests.filter(
    ({ startedAt, status }) => startedAt > stoppedAt + newWorkLimitMs && status === 200,
  );
  assert.equal(lateRequests.length, 0, "requests were accepted too long after the signal");
  const lateWebhooks = receiver.requests.filter(
    ({ receivedAtMs }) => receivedAtMs > stoppedAt + newWorkLimitMs,
  );
  assert.equal(lateWebhooks.length, 0, "webhooks were sent too long after the signal");
}

interface StopOptions {
  server: ServerProcess;
  receiver: RecordingReceiver;
  random: () => number;
  signal: AbortSignal;
}

async function proveStop({ server, receiver, random, signal }: StopOptions): Promise<string> {
  await server.start();
  receiver.respondWith({ status: 200, delay: slowResponseMs });
  const store = await openDemoStore(server);
  const firstApp = await installWatchingApp(server, store, receiver);
  const apps: [WatchingApp, ...WatchingApp[]] = [firstApp];
  while (apps.length < 3) apps.push(await installWatchingApp(server, store, receiver));
  const { token, client_id } = firstApp;
  const plan = planOrdersAndStock(size.tasks)(await listStockPlaces(server, store, token), random);
  const sentRequests: SentRequest[] = [];
  const platform = recordRequests(server, sentRequests);
  const stopIndex = Math.floor((0.3 + 0.4 * random()) * plan.length);
  const stopIndexReached = Promise.withResolvers<void>();
  const waitForTurn = async (index: number): Promise<void> => {
    if (index === stopIndex) stopIndexReached.resolve();
  };
  const { results, done } = sendAllTasks(
    plan,
    { platform, store, token, client_id, waitForTurn, signal },
    clientCount,
  );
  await stopIndexReached.promise;
  const webhookCountAtStop = receiver.requests.length;
  const stop = await stopUnderLoad(server);
  assertDrained(stop, sentRequests, receiver);

  receiver.respondWith({ status: 200 });
  const startMs = await server.start();
  await done;
  const restartedAt = performance.now();
  await waitForAllWebhooks({ results, apps, requests: receiver.requests });
  assert.equal((await server.signal("SIGTERM")).code, 0);
  const check = await checkRound(server, store.id, { results, apps, requests: receiver.requests });
  assert.deepEqual(check.errors.slice(0, 20), []);
  assert.equal(check.received - check.distinct, 0, "duplicates from the shutdown");
  const lastAt = Math.max(...receiver.requests.map(({ receivedAtMs }) => receivedAtMs));
  const [stopMs, readyMs, lastWebhookMs] = [stop.ms, startMs, lastAt - restartedAt].map(Math.round);
  return `stopped in ${stopMs} ms after ${webhookCountAtStop} webhooks; ready again after ${readyMs} ms; ${results.length} tasks and ${check.distinct} webhooks in total, the last webhook ${lastWebhookMs} ms after the clients finished`;
}

test("P4: SIGTERM under load finishes open work, accepts no new work and exits with 0", async (t) => {
  const random = createSeededRandom(getProofSeed());
  const server = await createServerProcess();
  t.after(() => server.close());
  for (let round = 1; round <= size.times; round++) {
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
