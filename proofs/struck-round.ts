import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordingReceiver } from "@souk/testkit";
import { untilAllHeard } from "./all-heard.ts";
import { answerAsApp } from "./answering-app.ts";
import { type DemoShop, demoShop, stockPlaces } from "./demo-shop.ts";
import { mustBeKnown, type Placed, placeAll } from "./place-all.ts";
import type { PlanPieces } from "./plan-pieces.ts";
import { type RoundTruth, readTruth } from "./round-truth.ts";
import { sendOrdersAgain } from "./send-again.ts";
import type { ServerProcess } from "./server-process.ts";
import { sweepPresses } from "./sweep-presses.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

const clients = 6;
/** So many pieces after the one at which a blow is to fall wait for it: it must strike under load. */
const atHand = 40;
/** So many are left for after the last blow: the app that is installed then is to hear of something. */
const keptForLast = 10;
/** So many of these also where a blow is long on its way. */
const keptAnyway = 3;
/** While a blow is on its way, one more each time: where it waits for a place in the code, only new work may lead there. */
const oneMoreEveryMs = 500;

export interface RoundOptions {
  server: ServerProcess;
  receiver: RecordingReceiver;
  /** What clients do. */
  plan: PlanPieces;
  /** How many blows fall meanwhile. */
  strikes: number;
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
  apps: [WatchingApp, ...WatchingApp[]];
  /** How long each coming back took, in ms. */
  backAfter: number[];
  /** Presses of Fulfill of which the server never wrote down what came. */
  swept: number;
  truth: RoundTruth;
}

/** Strikes when so many pieces are answered, until the list of counts is used up. */
function striker(
  { strike, random }: RoundOptions,
  { thresholds, pieces }: { thresholds: readonly number[]; pieces: number },
  signal: AbortSignal,
) {
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
  let limit = thresholds[0] ?? Number.POSITIVE_INFINITY;
  let more = 0;
  const isHeldBack = (index: number): boolean => {
    const atLast = Math.min(limit + atHand, pieces - keptForLast) + more;
    return limit < Number.POSITIVE_INFINITY && index > Math.min(atLast, pieces - keptAnyway);
  };
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
        more = 0;
        await revived(time + 1);
        limit = Math.max(placed.length, thresholds[time + 1] ?? Number.POSITIVE_INFINITY);
      }
      return backAfter;
    },
  };
}

function thresholdsOf({ strikes, random }: RoundOptions, pieces: number): number[] {
  const part = (0.87 * pieces) / strikes;
  return Array.from({ length: strikes }, (_, time) => Math.floor(0.03 * pieces + (time + random()) * part));
}

/**
 * Has clients do their pieces over HTTP while blows fall, and holds what clients and apps know against the database. The server
 * runs at the start and has stopped at the end.
 *
 * One app listens from the start, and is asked for rates and by Fulfill; a further one listens after each blow, or some. Its lanes
 * are new: with one for each blow something is under way at every one.
 */
export async function struckRound(options: RoundOptions): Promise<Round> {
  const { server, receiver, random } = options;
  const shop = await demoShop(server);
  const first = await installWatchingApp(server, shop, receiver);
  const apps: Round["apps"] = [first];
  await answerAsApp(server, { shop, app: first }, receiver);
  const places = await stockPlaces(server, shop, first.token);
  const plan = options.plan(places, random);
  const pieces = plan.length;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { gate, strikeAll } = striker(options, { thresholds: thresholdsOf(options, pieces), pieces }, signal);
  const { token, client_id } = first;
  const placing = { platform: server, shop, token, client_id, gate, signal };
  const { placed, done } = placeAll(plan, placing, clients);
  const revived = async (struck: number): Promise<void> => {
    if (struck % (options.appEvery ?? 1) === 0) apps.push(await installWatchingApp(server, shop, receiver));
  };
  const [backAfter] = await Promise.all([strikeAll(placed, shop, revived), done]).finally(() =>
    stopping.abort(),
  );
  const [swept] = await Promise.all([
    sweepPresses(server, shop.id),
    untilAllHeard({ placed, apps, requests: receiver.requests }),
  ]);
  await sendOrdersAgain(placed, placing);
  const ended = await server.signal("SIGTERM");
  assert.deepEqual(ended, { code: 0, signal: null }, server.output());
  const truth = await readTruth(server, shop.id, { placed, apps, requests: receiver.requests });
  return { placed, apps, backAfter, swept, truth };
}

/** P1's invariants: nothing lost, nothing invented, every sum right, and whoever asked with a key knows what became of it. */
export function assertNothingLost({ placed, truth }: Round): void {
  assert.deepEqual(truth.faults.slice(0, 20), []);
  assert.ok(placed.every((piece) => !mustBeKnown(piece) || piece.known.is !== "unknown"));
}

/** P1's last: of the webhooks of all rounds at most one in ten is a duplicate. */
export function assertFewDuplicates(rounds: readonly Round[]): void {
  const sum = (of: (truth: RoundTruth) => number) => rounds.reduce((all, { truth }) => all + of(truth), 0);
  const [received, distinct] = [sum((truth) => truth.received), sum((truth) => truth.distinct)];
  const duplicates = (received - distinct) / distinct;
  assert.ok(duplicates <= 0.1, `${(100 * duplicates).toFixed(1)} % duplicates`);
}
