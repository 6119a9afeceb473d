import { DatabaseUnavailable, isUnreachable } from "@souk/database";
import { createPoller, type Poller, type WokenLane } from "@souk/delivery";
import { listStoresWithEvents } from "./event-store.ts";
import { type NumberingDeps, type NumberingResult, numberEvents } from "./number-events.ts";

export interface SequencerOptions extends NumberingDeps {
  /** Called after each commit with the lanes that got deliveries. */
  onFanOut(lanes: readonly WokenLane[]): void;
  /** Return a random number that is at least 0 and less than 1. */
  random: () => number;
}

export interface SequencerMetrics {
  events_numbered: number;
  transactions: number;
  failures: number;
  /** How long the oldest event that the last transaction numbered had been in the inbox; 0 if the inbox is empty. */
  inbox_age_ms: number;
}

export interface Sequencer {
  /**
   * Notify the sequencer that events may have been committed in the given store, or in any store if no id is given.
   * Without a notification, the sequencer finds the events later by polling.
   */
  wake(storeId?: number): void;
  metrics(): SequencerMetrics;
  /** Stop, and wait until the open transaction has ended. */
  stop(): Promise<void>;
}

const pollMs = 250;
// How long events are gathered, so that events committed within a few milliseconds of each other are numbered in one transaction.
const batchMs = 5;
// How many stores one query lists.
const storeBatchSize = 100;
// The pause if another process is numbering the store's events. That process may miss the latest event, because it may have read
// the inbox before the event was committed.
const busyRetryMs = 20;
const failureRetryMs = 1_000;
// How many ids below the greatest numbered id are read again. Ids are assigned before the commit, so an event may be committed after
// an event with a slightly higher id was numbered.
const cursorMargin = 2_000;
// The minimum pause between two reads of a store's whole inbox.
const minFullReadIntervalMs = 250;

interface Progress {
  /** The greatest id removed from the inbox so far. */
  last_id: number;
  /** The time, as of `performance.now()`, from which the next read covers the whole inbox. */
  full_read_at: number;
  /** The time, as of `performance.now()`, until which the store is skipped after a failure. */
  not_before: number;
}

/**
 * Start numbering committed events, one store at a time. Several processes can do so on one database, because each
 * skips stores that another has locked.
 */
export function startSequencer(options: SequencerOptions): Sequencer {
  return new EventSequencer(options);
}

class EventSequencer implements Sequencer {
  readonly #options: SequencerOptions;
  readonly #metrics = { events_numbered: 0, transactions: 0, failures: 0, inbox_age_ms: 0 };
  readonly #progressByStore = new Map<number, Progress>();
  readonly #poller: Poller;
  #awakenedStoreIds = new Set<number>();
  #mustListStores = true;
  #listedAt = Number.NEGATIVE_INFINITY;
  #isStopping = false;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#poller = createPoller({
      work: () => this.#runRound(),
      everyMs: pollMs,
      gatherMs: batchMs,
      random: options.random,
      onError: (error) => {
        if (!isUnreachable(error))
          options.log.warn({ err: error }, "Events could not be numbered; trying again.");
      },
    });
    this.#poller.request();
  }

  wake(storeId?: number): void {
    if (storeId === undefined) this.#mustListStores = true;
    else this.#awakenedStoreIds.add(storeId);
    this.#poller.request();
  }

  metrics(): SequencerMetrics {
    return this.#metrics;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#poller.stop();
  }

  async #runRound(): Promise<void> {
    for (const storeId of await this.#listStoresToNumber()) {
      if (this.#isStopping) return;
      try {
        await this.#numberEventsOfStore(storeId);
      } catch (error) {
        this.#metrics.failures++;
        // A database outage affects every store. A lock or statement that takes too long affects only this store.
        if (error instanceof DatabaseUnavailable && error.reason !== "busy") throw error;
        this.#options.log.error(
          { err: error, store_id: storeId },
          "The events of a store could not be numbered.",
        );
        this.#getProgress(storeId).not_before = performance.now() + failureRetryMs;
      }
    }
  }

  /** List the stores passed to `wake` since the last round and, periodically or on request, all stores with events. */
  async #listStoresToNumber(): Promise<Iterable<number>> {
    const awakenedStoreIds = this.#awakenedStoreIds;
    this.#awakenedStoreIds = new Set();
    const now = performance.now();
    if (!this.#mustListStores && now - this.#listedAt < pollMs / 2) return awakenedStoreIds;
    this.#mustListStores = false;
    this.#listedAt = now;
    let storesWithEvents: number[] = [];
    for (let after: number | undefined = 0; after !== undefined; ) {
      const storeIds: number[] = await listStoresWithEvents(this.#options.database, after, storeBatchSize);
      storesWithEvents = storesWithEvents.concat(storeIds);
      after = storeIds.length === storeBatchSize ? storeIds.at(-1) : undefined;
    }
    if (storesWithEvents.length === 0) this.#metrics.inbox_age_ms = 0;
    return new Set([...awakenedStoreIds, ...storesWithEvents]);
  }

  /** Number events of a store in one transaction per round, so that a store with many events does not delay other stores. */
  async #numberEventsOfStore(storeId: number): Promise<void> {
    const progress = this.#getProgress(storeId);
    const now = performance.now();
    if (progress.not_before > now) return;
    const isFullRead = now >= progress.full_read_at;
    const after = isFullRead ? 0 : Math.max(0, progress.last_id - cursorMargin);
    const result = await numberEvents(this.#options, storeId, after);
    if (result.kind === "busy") return this.#retryAfter(storeId, busyRetryMs);
    // While another transaction is open, the dead rows of removed events stay in the table. A full read reads all of them, so
    // the pause after a full read is at least twenty times as long as the read.
    if (isFullRead)
      progress.full_read_at = performance.now() + Math.max(minFullReadIntervalMs, 20 * result.read_ms);
    if (result.kind === "empty") return;
    await this.#options.failpoint("sequencer.after-commit");
    progress.last_id = Math.max(progress.last_id, result.last_id);
    if (result.hasMore) this.#retryAfter(storeId, 0);
    this.#reportResult(result);
  }

  /** Update the metrics and report the lanes that got deliveries. */
  #reportResult(result: Extract<NumberingResult, { kind: "numbered" }>): void {
    this.#metrics.transactions++;
    this.#metrics.events_numbered += result.count;
    this.#metrics.inbox_age_ms = result.oldest_wait_ms;
    this.#options.onFanOut(result.lanes);
  }

  /** Number events of the store again after a delay. */
  #retryAfter(storeId: number, delayMs: number): void {
    this.#awakenedStoreIds.add(storeId);
    this.#poller.requestIn(delayMs);
  }

  /** Return the progress of a store. It is created on first use. */
  #getProgress(storeId: number): Progress {
    const existingProgress = this.#progressByStore.get(storeId);
    if (existingProgress) return existingProgress;
    const newProgress = { last_id: 0, full_read_at: 0, not_before: 0 };
    this.#progressByStore.set(storeId, newProgress);
    return newProgress;
  }
}
