import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordingReceiver } from "@souk/testkit";
import { untilAllHeard } from "./all-heard.ts";
import { answerAsApp } from "./answering-app.ts";
import { type DemoStore, openDemoStore, stockPlaces } from "./demo-store.ts";
import { mustBeKnown, type Placed, placeAll } from "./place-all.ts";
import type { PlanPieces } from "./plan-pieces.ts";
import { type RoundTruth, readTruth } from "./round-truth.ts";
import { sendOrdersAgain } from "./send-again.ts";
import type { ServerProcess } from "./server-process.ts";
import { sweepPresses } from "./sweep-presses.ts";
import { installWatchingApp, type WatchingApp } from "./watching-app.ts";

const clients = 6;
/** How many pieces after the one at which a failure occurs wait for it: it must occur under load. */
const atHand = 40;
/** How many pieces are left after the last failure, so that the app installed then gets an event. */
const keptForLast = 10;
/** How many of these are kept even when a failure takes long to occur. */
const keptAnyway = 3;
/**
 * The interval at which one more piece is released while a failure is pending: if it waits for a place in the code,
 * only new work may reach that.
 */
const oneMoreEveryMs = 500;

export interface RoundOptions {
  server: ServerProcess;
  receiver: RecordingReceiver;
  /** The plan of the clients' requests. */
  plan: PlanPieces;
  /** How many failures occur meanwhile. */
  strikes: number;
  random: () => number;
  /**
   * Cause a failure of the platform, the first time with 0. The platform works again when this resolves.
   * @returns how long it took to recover, in ms
   */
  strike(time: number, store: DemoStore): Promise<number>;
  /** After how many failures a further app is installed; 1 when left out. */
  appEvery?: number;
}

/** The result of a round. */
export interface Round {
  placed: Placed[];
  apps: [WatchingApp, ...WatchingApp[]];
  /** How long each recovery took, in ms. */
  backAfter: number[];
  /** Presses of Fulfill of which the server never recorded the result. */
  swept: number;
  truth: RoundTruth;
}

/** Cause failures at the listed counts of completed pieces, until the list is used up. */
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
    /** Hold back pieces so far after the next failure that none would be in flight at it. */
    gate: async (index: number): Promise<void> => {
      while (isHeldBack(index)) await pause(5);
    },
    /** @param revived runs after each failure that has such a follow-up */
    strikeAll: async (
      placed: readonly Placed[],
      store: DemoStore,
      revived: (struck: number) => Promise<void>,
    ): Promise<number[]> => {
      const backAfter: number[] = [];
      for (const [time, threshold] of thresholds.entries()) {
        while (placed.length < threshold) await pause(1);
        await pause(random() * 40);
        const oneMore = setInterval(() => more++, oneMoreEveryMs);
        backAfter.push(await strike(time, store).finally(() => clearInterval(oneMore)));
        more = 0;
        await revived(time + 1);
        limit = Math.max(placed.length, thresholds[time + 1] ?? Number.POSITIVE_INFINITY);
      }
      return backAfter;
    },
  };
}

function computeThresholds({ strikes, random }: RoundOptions, pieces: number): number[] {
  const part = (0.87 * pieces) / strikes;
  return Array.from({ length: strikes }, (_, time) => Math.floor(0.03 * pieces + (time + random()) * part));
}

/**
 * Have clients send their pieces over HTTP while failures occur, and compare the clients' and apps' knowledge with
 * the database. The server runs at the start and has stopped at the end.
 *
 * One app subscribes from the start, and gets rate requests and Fulfill; a further one subscribes after each failure,
 * or some. Its lanes are new: with one for each failure, work is in flight at every one.
 */
export async function struckRound(options: RoundOptions): Promise<Round> {
  const { server, receiver, random } = options;
  const store = await openDemoStore(server);
  const first = await installWatchingApp(server, store, receiver);
  const apps: Round["apps"] = [first];
  await answerAsApp(server, { store, app: first }, receiver);
  const places = await stockPlaces(server, store, first.token);
  const plan = options.plan(places, random);
  const pieces = plan.length;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { gate, strikeAll } = striker(
    options,
    { thresholds: computeThresholds(options, pieces), pieces },
    signal,
  );
  const { token, client_id } = first;
  const placing = { platform: server, store, token, client_id, gate, signal };
  const { placed, done } = placeAll(plan, placing, clients);
  const revived = async (struck: number): Promise<void> => {
    if (struck % (options.appEvery ?? 1) === 0) apps.push(await installWatchingApp(server, store, receiver));
  };
  const [backAfter] = await Promise.all([strikeAll(placed, store, revived), done]).finally(() =>
    stopping.abort(),
  );
  const [swept] = await Promise.all([
    sweepPresses(server, store.id),
    untilAllHeard({ placed, apps, requests: receiver.requests }),
  ]);
  await sendOrdersAgain(placed, placing);
  const ended = await server.signal("SIGTERM");
  assert.deepEqual(ended, { code: 0, signal: null }, server.output());
  const truth = await readTruth(server, store.id, { placed, apps, requests: receiver.requests });
  return { placed, apps, backAfter, swept, truth };
}

/**
 * Check P1's invariants: nothing lost, nothing invented, every sum right, and the result of every request with a key
 * is known.
 */
export function assertNothingLost({ placed, truth }: Round): void {
  assert.deepEqual(truth.errors.slice(0, 20), []);
  assert.ok(placed.every((piece) => !mustBeKnown(piece) || piece.known.is !== "unknown"));
}

/** Check P1's last invariant: of the webhooks of all rounds at most one in ten is a duplicate. */
export function assertFewDuplicates(rounds: readonly Round[]): void {
  const sum = (select: (truth: RoundTruth) => number) =>
    rounds.reduce((all, { truth }) => all + select(truth), 0);
  const [received, distinct] = [sum((truth) => truth.received), sum((truth) => truth.distinct)];
  const duplicates = (received - distinct) / distinct;
  assert.ok(duplicates <= 0.1, `${(100 * duplicates).toFixed(1)} % duplicates`);
}
