import { DatabaseUnavailable, isUnavailable } from "@souk/database";
import { createPoller } from "@souk/delivery";
import { fanOutHistory } from "./fan-out-history.ts";
import { type InHistory, subscriptionsInHistory } from "./history-store.ts";
import type { SequencerOptions } from "./sequencer.ts";

export interface History {
  /** Stop; resolves when the open transaction has ended. */
  stop(): Promise<void>;
}

const pollMs = 500;
const subscriptionsAtOnce = 100;
/** The pause after a history fails: twice as long after each further failure. */
const pauses = { firstMs: 1_000, maxMs: 60_000 };

/**
 * Send subscriptions the history that they requested (`replay_from`), in any process. Starts at once; several
 * processes work on one database, each skipping the subscription that another has locked. The subscription's
 * own row stores how far its history is, so another process can continue it at any time.
 */
export function startHistory(options: SequencerOptions): History {
  const { database, log, random, onFanOut } = options;
  let stopping = false;

  /** Subscriptions whose last step failed. */
  const failing = new Map<number, { pauseMs: number; notBefore: number }>();

  async function advance(place: InHistory): Promise<boolean> {
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
      const pauseMs = former ? Math.min(2 * former.pauseMs, pauses.maxMs) : pauses.firstMs;
      failing.set(subscription_id, { pauseMs, notBefore: performance.now() + pauseMs });
      log.error({ err: error, store_id, subscription_id }, "A subscription could not be sent its history.");
      return false;
    }
  }

  /** Run one transaction per subscription, so that a long history does not delay the others. */
  async function round(): Promise<void> {
    let more = false;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const places: InHistory[] = await subscriptionsInHistory(database, after, subscriptionsAtOnce);
      for (const place of places) {
        if (stopping) return;
        more = (await advance(place)) || more;
      }
      after = places.length === subscriptionsAtOnce ? places.at(-1)?.subscription_id : undefined;
    }
    if (more) rounds.request();
  }

  const rounds = createPoller({
    work: round,
    everyMs: pollMs,
    random,
    onError: (error) => {
      if (!isUnavailable(error)) log.warn({ err: error }, "Histories could not be sent; trying again.");
    },
  });
  rounds.request();
  return {
    stop: async () => {
      stopping = true;
      await rounds.stop();
    },
  };
}
