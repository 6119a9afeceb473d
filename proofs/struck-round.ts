import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordingReceiver } from "@souk/testkit";
import { type Adjustment, type Placed, placeAll, planAdjustments } from "./adjustments.ts";
import { untilAllHeard } from "./all-heard.ts";
import { type DemoShop, demoShop, stockPlaces } from "./demo-shop.ts";
import { type RoundTruth, readTruth } from "./round-truth.ts";
import type { ServerProcess } from "./server-process.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

const clients = 6;
/** So many adjustments after the one at which a blow is to fall wait for it: it must strike under load. */
const atHand = 40;
/** So many are left for after the last blow: the app that is installed then is to hear of something. */
const keptForLast = 10;
/** While a blow is on its way, one more each time: where it waits for a place in the code, only new work may lead there. */
const oneMoreEveryMs = 500;

export interface RoundOptions {
  server: ServerProcess;
  receiver: RecordingReceiver;
  /** How many blows fall while so many adjustments are placed. */
  strikes: number;
  adjustments: number;
  random: () => number;
  /**
   * What befalls the platform, the first time with 0. It is at work again when this resolves.
   * @returns how long it took to come back, in ms
   */
  strike(time: number, shop: DemoShop): Promise<number>;
  /** After how many blows a further app is installed; 1 when left out. */
  appEvery?: number;
}

/** What a round came to. */
export interface Round {
  placed: Placed[];
  apps: WatchingApp[];
  /** How long each coming back took, in ms. */
  backAfter: number[];
  truth: RoundTruth;
}

/** Strikes when so many adjustments are answered, until the list of counts is used up. */
function striker(
  { strike, random, adjustments }: RoundOptions,
  thresholds: readonly number[],
  signal: AbortSignal,
) {
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
  let limit = thresholds[0] ?? Number.POSITIVE_INFINITY;
  let more = 0;
  const isHeldBack = (index: number): boolean =>
    limit < Number.POSITIVE_INFINITY && index > Math.min(limit + atHand, adjustments - keptForLast) + more;
  return {
    /** Holds back what comes so far after the next blow that none would be under way at it. */
    gate: async (index: number): Promise<void> => {
      while (isHeldBack(index)) await pause(5);
    },
    /** @param revived does what is to be done after so many blows */
    strikeAll: async (
      placed: readonly Placed[],
      shop: DemoShop,
      revived: (struck: number) => Promise<void>,
    ): Promise<number[]> => {
      const backAfter: number[] = [];
      for (const [time, threshold] of thresholds.entries()) {
        while (placed.length < threshold) await pause(1);
        await pause(random() * 40);
        const oneMore = setInterval(() => more++, oneMoreEveryMs);
        backAfter.push(await strike(time, shop).finally(() => clearInterval(oneMore)));
        await revived(time + 1);
        limit = Math.max(placed.length, thresholds[time + 1] ?? Number.POSITIVE_INFINITY);
      }
      return backAfter;
    },
  };
}

function thresholdsOf({ strikes, adjustments, random }: RoundOptions): number[] {
  const part = (0.87 * adjustments) / strikes;
  return Array.from({ length: strikes }, (_, time) =>
    Math.floor(0.03 * adjustments + (time + random()) * part),
  );
}

/**
 * Changes stock over HTTP while blows fall, and holds what clients and apps know against the database. The server runs at
 * the start and has stopped at the end.
 *
 * One app listens from the start, and a further one after each blow, or some: its lanes are new, so that something is under
 * way at every blow.
 */
export async function struckRound(options: RoundOptions): Promise<Round> {
  const { server, receiver, adjustments, random } = options;
  const shop = await demoShop(server);
  const first = await installWatchingApp(server, shop, receiver);
  const apps = [first];
  const places = await stockPlaces(server, shop, first.token);
  const plan: Adjustment[] = planAdjustments(places, adjustments, random);
  const stopping = new AbortController();
  const { signal } = stopping;
  const { gate, strikeAll } = striker(options, thresholdsOf(options), signal);
  const placing = { platform: server, shop, token: first.token, gate, signal };
  const { placed, done } = placeAll(plan, placing, clients);
  const revived = async (struck: number): Promise<void> => {
    if (struck % (options.appEvery ?? 1) === 0) apps.push(await installWatchingApp(server, shop, receiver));
  };
  const [backAfter] = await Promise.all([strikeAll(placed, shop, revived), done]).finally(() =>
    stopping.abort(),
  );
  await untilAllHeard({ placed, apps, requests: receiver.requests });
  const ended = await server.signal("SIGTERM");
  assert.deepEqual(ended, { code: 0, signal: null }, server.output());
  const truth = await readTruth(server, shop.id, { placed, apps, requests: receiver.requests });
  return { placed, apps, backAfter, truth };
}

/** Says in one line what a round came to. */
export function tell(name: string, { placed, apps, backAfter, truth }: Round): void {
  const count = (is: string) => placed.filter(({ known }) => known.is === is).length;
  const times = backAfter.map((ms) => Math.round(ms)).toSorted((a, b) => a - b);
  console.log(
    [
      `${name}: ${times.length} blows, ${placed.length} adjustments`,
      `${count("done")} acknowledged, ${count("refused")} refused, ${count("unknown")} unknown`,
      `${apps.length} apps, ${truth.distinct} webhooks, ${truth.received - truth.distinct} duplicates`,
      `at work again after ${times[0]} to ${times.at(-1)} ms`,
    ].join("; "),
  );
}

/** P1's invariants: nothing lost, nothing invented, every sum right, and whoever asked with a key knows what became of it. */
export function assertNothingLost({ placed, truth }: Round): void {
  assert.deepEqual(truth.faults.slice(0, 20), []);
  assert.ok(placed.every(({ adjustment, known }) => adjustment.key === null || known.is !== "unknown"));
}

/** P1's last: of the webhooks of all rounds at most one in ten is a duplicate. */
export function assertFewDuplicates(rounds: readonly Round[]): void {
  const sum = (of: (truth: RoundTruth) => number) => rounds.reduce((all, { truth }) => all + of(truth), 0);
  const [received, distinct] = [sum((truth) => truth.received), sum((truth) => truth.distinct)];
  const duplicates = (received - distinct) / distinct;
  assert.ok(duplicates <= 0.1, `${(100 * duplicates).toFixed(1)} % duplicates`);
}
