import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { proofSeed, proofSize, type RecordingReceiver, recordingReceiver, seededRandom } from "@souk/testkit";
import { type Adjustment, type Placed, placeAll, planAdjustments } from "./adjustments.ts";
import { untilAllHeard } from "./all-heard.ts";
import { demoShop, stockPlaces } from "./demo-shop.ts";
import { type RoundTruth, readTruth } from "./round-truth.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

const size = proofSize({
  ci: { rounds: 1, kills: 8, adjustments: 600 },
  full: { rounds: 7, kills: 50, adjustments: 10_000 },
});
const clients = 6;
/** So many adjustments after the one at which the server is to be killed wait for the kill: it must strike under load. */
const atHand = 40;

interface Killing {
  server: ServerProcess;
  /** The counts of answered adjustments at which the server is killed. */
  thresholds: readonly number[];
  random: () => number;
  signal: AbortSignal;
}

/** Kills the server when so many adjustments are answered, and starts it again, until the list is used up. */
function killer({ server, thresholds, random, signal }: Killing) {
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
  let struck = 0;
  return {
    /** Holds back what comes so far after the next kill that none would be under way at it. */
    gate: async (index: number): Promise<void> => {
      while (index > (thresholds[struck] ?? Number.POSITIVE_INFINITY) + atHand) await pause(5);
    },
    /**
     * @param revived does what is to be done between two kills
     * @returns how long each start took, in ms
     */
    strike: async (placed: readonly Placed[], revived: () => Promise<void>): Promise<number[]> => {
      const startTimes: number[] = [];
      for (const threshold of thresholds) {
        while (placed.length < threshold) await pause(1);
        await pause(random() * 40);
        await server.kill();
        startTimes.push(await server.start());
        await revived();
        struck++;
      }
      return startTimes;
    },
  };
}

interface Round {
  placed: Placed[];
  apps: WatchingApp[];
  startTimes: number[];
  truth: RoundTruth;
}

function thresholdsOf(kills: number, adjustments: number, random: () => number): number[] {
  return Array.from({ length: kills }, () => Math.floor((0.03 + 0.87 * random()) * adjustments)).sort(
    (a, b) => a - b,
  );
}

/** One app from the start, and a further one after each kill: its lanes are new, so that something is under way at every kill. */
async function round(
  server: ServerProcess,
  receiver: RecordingReceiver,
  { kills, adjustments, random }: { kills: number; adjustments: number; random: () => number },
): Promise<Round> {
  const shop = await demoShop(server);
  const first = await installWatchingApp(server, shop, receiver);
  const apps = [first];
  const places = await stockPlaces(server, shop, first.token);
  const plan: Adjustment[] = planAdjustments(places, adjustments, random);
  const stopping = new AbortController();
  const { signal } = stopping;
  const thresholds = thresholdsOf(kills, adjustments, random);
  const { gate, strike } = killer({ server, thresholds, random, signal });
  const placing = { platform: server, shop, token: first.token, gate, signal };
  const { placed, done } = placeAll(plan, placing, clients);
  const revived = async () => void apps.push(await installWatchingApp(server, shop, receiver));
  const [startTimes] = await Promise.all([strike(placed, revived), done]).finally(() => stopping.abort());
  await untilAllHeard({ placed, apps, requests: receiver.requests });
  const ended = await server.signal("SIGTERM");
  assert.deepEqual(ended, { code: 0, signal: null }, server.output());
  const truth = await readTruth(server, shop.id, { placed, apps, requests: receiver.requests });
  return { placed, apps, startTimes, truth };
}

function tell(number: number, { placed, apps, startTimes, truth }: Round): void {
  const count = (is: string) => placed.filter(({ known }) => known.is === is).length;
  const restarts = startTimes.map((ms) => Math.round(ms)).toSorted((a, b) => a - b);
  console.log(
    [
      `round ${number}: ${startTimes.length} kills, ${placed.length} adjustments`,
      `${count("done")} acknowledged, ${count("refused")} refused, ${count("unknown")} unknown`,
      `${apps.length} apps, ${truth.distinct} webhooks, ${truth.received - truth.distinct} duplicates`,
      `ready again after ${restarts[0]} to ${restarts.at(-1)} ms`,
    ].join("; "),
  );
}

test("P1: kill -9 under load loses no acknowledged change and no webhook, and invents neither", async (t) => {
  const random = seededRandom(proofSeed());
  const server = await serverProcess();
  t.after(() => server.close());
  let [received, distinct] = [0, 0];
  for (let number = 1; number <= size.rounds; number++) {
    await server.start();
    const receiver = await recordingReceiver();
    const kills = Math.ceil(size.kills / size.rounds);
    const adjustments = Math.ceil(size.adjustments / size.rounds);
    const made = await round(server, receiver, { kills, adjustments, random }).finally(receiver.stop);
    tell(number, made);
    assert.deepEqual(made.truth.faults.slice(0, 20), []);
    assert.ok(
      made.placed.every(({ adjustment, known }) => adjustment.key === null || known.is !== "unknown"),
    );
    received += made.truth.received;
    distinct += made.truth.distinct;
  }
  const duplicates = (received - distinct) / distinct;
  assert.ok(duplicates <= 0.1, `${(100 * duplicates).toFixed(1)} % duplicates`);
});
