import { DatabaseUnavailable, isAway } from "@souk/database";
import { createRounds } from "@souk/delivery";
import { fanOutHistory } from "./fan-out-history.ts";
import { type InHistory, subscriptionsInHistory } from "./history-store.ts";
import type { SequencerOptions } from "./sequencer.ts";

export interface History {
  /** Resolves when the transaction under way has ended. */
  stop(): Promise<void>;
}

const pollMs = 500;
const subscriptionsAtOnce = 100;
/** How long a history that fails is left alone: twice as long after each further failure. */
const pauses = { firstMs: 1_000, mostMs: 60_000 };

/**
 * Sends subscriptions the history that they asked for (`replay_from`), in any process. Starts at once; several work on one
 * database, each leaving alone the subscription that another is at. How far a history is stands in the subscription's own
 * row, so whoever ends in the middle is followed by the next.
 */
export function startHistory(options: SequencerOptions): History {
  const { database, log, random, onFanOut } = options;
  let stopping = false;

  /** Those whose last step failed. */
  const failing = new Map<number, { pauseMs: number; notBefore: number }>();

  async function stepOf(place: InHistory): Promise<boolean> {
    const former = failing.get(place.subscription_id);
    if (former && performance.now() < former.notBefore) return false;
    try {
      const { lanes, more } = await fanOutHistory(options, place);
      failing.delete(place.subscription_id);
      if (lanes.length > 0) onFanOut(lanes);
      return more;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.reason !== "busy") throw error;
      const { subscription_id, store_id } = place;
      const pauseMs = former ? Math.min(2 * former.pauseMs, pauses.mostMs) : pauses.firstMs;
      failing.set(subscription_id, { pauseMs, notBefore: performance.now() + pauseMs });
      log.error({ err: error, store_id, subscription_id }, "A subscription could not be sent its history.");
      return false;
    }
  }

  /** One transaction a subscription and round, so that a long history does not hold up the others. */
  async function round(): Promise<void> {
    let more = false;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const places: InHistory[] = await subscriptionsInHistory(database, after, subscriptionsAtOnce);
      for (const place of places) {
        if (stopping) return;
        more = (await stepOf(place)) || more;
      }
      after = places.length === subscriptionsAtOnce ? places.at(-1)?.subscription_id : undefined;
    }
    if (more) rounds.ask();
  }

  const rounds = createRounds({
    work: round,
    everyMs: pollMs,
    random,
    onError: (error) => {
      if (!isAway(error)) log.warn({ err: error }, "Histories could not be sent; trying again.");
    },
  });
  rounds.ask();
  return {
    stop: async () => {
      stopping = true;
      await rounds.stop();
    },
  };
}
