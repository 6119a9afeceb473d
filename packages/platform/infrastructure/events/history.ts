import { DatabaseUnavailable, isUnreachable } from "@souk/database";
import { createPoller } from "@souk/delivery";
import { fanOutHistory } from "./fan-out-history.ts";
import { listPendingHistories, type PendingHistory } from "./history-store.ts";
import type { SequencerOptions } from "./sequencer.ts";

/** The background work that sends past events to subscriptions. */
export interface HistorySender {
  /** Stop, and wait until the open transaction has ended. */
  stop(): Promise<void>;
}

const pollMs = 500;
/** How many subscriptions one query lists. */
const batchSize = 100;
/** How long a subscription is skipped after its step failed. The pause doubles after each further failure, up to the maximum. */
const retryPauses = { firstMs: 1_000, maxMs: 60_000 };

/**
 * Start sending past events to subscriptions that requested them with `replay_from`. Several processes can do so on one
 * database, because each skips subscriptions that another has locked. The subscription's row stores the position in
 * the log, so that any process can continue.
 */
export function startHistorySender(options: SequencerOptions): HistorySender {
  const { database, log, random, onFanOut } = options;
  let isStopping = false;

  /** The pauses of subscriptions whose last step failed, by subscription id. */
  const retries = new Map<number, { pauseMs: number; notBefore: number }>();

  /** Send the next past events to one subscription. @returns whether the next step should follow immediately */
  async function advance(history: PendingHistory): Promise<boolean> {
    const lastFailure = retries.get(history.subscription_id);
    if (lastFailure && performance.now() < lastFailure.notBefore) return false;
    try {
      const { lanes, hasMore } = await fanOutHistory(options, history);
      retries.delete(history.subscription_id);
      if (lanes.length > 0) onFanOut(lanes);
      return hasMore;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.reason !== "busy") throw error;
      const { subscription_id, store_id } = history;
      const pauseMs = lastFailure
        ? Math.min(2 * lastFailure.pauseMs, retryPauses.maxMs)
        : retryPauses.firstMs;
      retries.set(subscription_id, { pauseMs, notBefore: performance.now() + pauseMs });
      log.error(
        { err: error, store_id, subscription_id },
        "Past events could not be sent to a subscription.",
      );
      return false;
    }
  }

  /** Run one transaction per subscription, so that a long history does not delay other subscriptions. */
  async function runRound(): Promise<void> {
    let hasMore = false;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const histories: PendingHistory[] = await listPendingHistories(database, after, batchSize);
      for (const history of histories) {
        if (isStopping) return;
        hasMore = (await advance(history)) || hasMore;
      }
      after = histories.length === batchSize ? histories.at(-1)?.subscription_id : undefined;
    }
    if (hasMore) poller.request();
  }

  const poller = createPoller({
    work: runRound,
    everyMs: pollMs,
    random,
    onError: (error) => {
      if (!isUnreachable(error)) log.warn({ err: error }, "Past events could not be sent; trying again.");
    },
  });
  poller.request();
  return {
    stop: async () => {
      isStopping = true;
      await poller.stop();
    },
  };
}
