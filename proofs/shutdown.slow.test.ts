import assert from "node:assert/strict";
import { test } from "node:test";
import {
  proofSeed,
  proofSize,
  type ReachedPlatform,
  type RecordingReceiver,
  recordingReceiver,
  seededRandom,
} from "@souk/testkit";
import { untilAllHeard } from "./all-heard.ts";
import { openDemoStore, stockPlaces } from "./demo-store.ts";
import { placeAll } from "./place-all.ts";
import { ordersAndStock } from "./plan-pieces.ts";
import { readTruth } from "./round-truth.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

const size = proofSize({ ci: { times: 1, pieces: 300 }, full: { times: 6, pieces: 2_000 } });
const clients = 8;
/** The app's response time before the stop: some of its webhooks are in flight, and many more wait. */
const slowMs = 400;
/**
 * The limit for new work: the full proof has the machine for itself; in `npm run test:slow` other tests use most of
 * it.
 */
const noNewWorkAfterMs = proofSize({ ci: 5_000, full: 1_000 });
const longestStopMs = proofSize({ ci: 25_000, full: 12_000 });
/** The longest time before the stop at which a request meeting a closed connection began. */
const closingMs = proofSize({ ci: 500, full: 50 });

interface Sent {
  begunAt: number;
  /** The status. Null: the connection was refused or broke. */
  status: number | null;
}

/** Return the platform as clients reach it, recording each request. */
function noted(server: ServerProcess, sent: Sent[]): ReachedPlatform {
  return {
    ...server,
    request: async (url, options) => {
      const note: Sent = { begunAt: performance.now(), status: null };
      sent.push(note);
      const answer = await server.request(url, options);
      note.status = answer.status;
      return answer;
    },
  };
}

/** Stop the server under load. @returns when, and how long it took, in ms */
async function stopUnderLoad(server: ServerProcess): Promise<{ at: number; ms: number }> {
  const at = performance.now();
  const ended = await server.signal("SIGTERM");
  assert.deepEqual(ended, { code: 0, signal: null }, server.output());
  return { at, ms: performance.now() - at };
}

function assertDrained(
  stop: { at: number; ms: number },
  sent: readonly Sent[],
  receiver: RecordingReceiver,
): void {
  assert.ok(stop.ms <= longestStopMs, `it took ${Math.round(stop.ms)} ms to stop`);
  const interrupted = sent.filter(({ begunAt, status }) => begunAt < stop.at - closingMs && status === null);
  assert.equal(interrupted.length, 0, "requests that were under way are answered");
  const late = sent.filter(({ begunAt, status }) => begunAt > stop.at + noNewWorkAfterMs && status === 200);
  assert.equal(late.length, 0, "no request is taken a second after the signal");
  const lateHooks = receiver.requests.filter(({ at }) => at > stop.at + noNewWorkAfterMs);
  assert.equal(lateHooks.length, 0, "no webhook is begun a second after the signal");
}

interface Stopping {
  server: ServerProcess;
  receiver: RecordingReceiver;
  random: () => number;
  signal: AbortSignal;
}

async function stopOnce({ server, receiver, random, signal }: Stopping): Promise<string> {
  await server.start();
  receiver.answer({ status: 200, delay: slowMs });
  const store = await openDemoStore(server);
  const first = await installWatchingApp(server, store, receiver);
  const apps: [WatchingApp, ...WatchingApp[]] = [first];
  while (apps.length < 3) apps.push(await installWatchingApp(server, store, receiver));
  const { token, client_id } = first;
  const plan = ordersAndStock(size.pieces)(await stockPlaces(server, store, token), random);
  const sent: Sent[] = [];
  const platform = noted(server, sent);
  const half = Math.floor((0.3 + 0.4 * random()) * plan.length);
  const reached = Promise.withResolvers<void>();
  const gate = async (index: number): Promise<void> => {
    if (index === half) reached.resolve();
  };
  const { placed, done } = placeAll(plan, { platform, store, token, client_id, gate, signal }, clients);
  await reached.promise;
  const underWay = receiver.requests.length;
  const stop = await stopUnderLoad(server);
  assertDrained(stop, sent, receiver);

  receiver.answer({ status: 200 });
  const startMs = await server.start();
  await done;
  const restartedAt = performance.now();
  await untilAllHeard({ placed, apps, requests: receiver.requests });
  assert.equal((await server.signal("SIGTERM")).code, 0);
  const truth = await readTruth(server, store.id, { placed, apps, requests: receiver.requests });
  assert.deepEqual(truth.errors.slice(0, 20), []);
  assert.equal(truth.received - truth.distinct, 0, "duplicates from the shutdown");
  const lastAt = Math.max(...receiver.requests.map(({ at }) => at));
  const [stopMs, readyMs, rest] = [stop.ms, startMs, lastAt - restartedAt].map(Math.round);
  return `stopped in ${stopMs} ms with ${placed.length} pieces and ${underWay} webhooks sent before; ready again after ${readyMs} ms; ${truth.distinct} webhooks in all, the last ${rest} ms later`;
}

test("P4: SIGTERM under load ends open work, takes none, repeats none and exits with 0", async (t) => {
  const random = seededRandom(proofSeed());
  const server = await serverProcess();
  t.after(() => server.close());
  for (let time = 1; time <= size.times; time++) {
    const receiver = await recordingReceiver();
    const stopping = new AbortController();
    const { signal } = stopping;
    const outcome = await stopOnce({ server, receiver, random, signal }).finally(() => {
      stopping.abort();
      return receiver.stop();
    });
    console.log(outcome);
  }
});
