import { DatabaseUnavailable, isUnavailable } from "@souk/database";
import { createPoller, type Poller, type WokenLane } from "@souk/delivery";
import { storesWithEvents } from "./event-store.ts";
import { type Numbered, type NumberingDeps, numberEvents } from "./number-events.ts";

export interface SequencerOptions extends NumberingDeps {
  /** Called after each commit with the lanes that got deliveries. */
  onFanOut(lanes: readonly WokenLane[]): void;
  /** A random number from 0 up to, not including, 1. */
  random: () => number;
}

export interface SequencerMetrics {
  events_numbered: number;
  transactions: number;
  failures: number;
  /** How long the oldest event of the last transaction had waited; 0 when none waited. */
  inbox_age_ms: number;
}

export interface Sequencer {
  /**
   * Notify that events may have been committed, of any store when none is named. A hint: polling finds the
   * rest.
   */
  wake(storeId?: number): void;
  metrics(): SequencerMetrics;
  /** Stop; resolves when the open transaction has ended. */
  stop(): Promise<void>;
}

const pollMs = 250;
// Requests that end within a few milliseconds of each other share a transaction.
const gatherMs = 5;
const storesAtOnce = 100;
// Another process numbers this store and may have looked before the last commit.
const busyRetryMs = 20;
const failureRetryMs = 1_000;
// Ids are given before commit: those given shortly before the last one seen may still be to come.
const cursorMargin = 2_000;
const sweepEveryMs = 250;

interface Progress {
  /** The greatest id removed from the inbox so far. */
  last_id: number;
  sweep_at: number;
  not_before: number;
}

/**
 * Number committed events, one store at a time, in any process. Starts at once; several processes work on one
 * database, each skipping the store that another has locked.
 */
export function startSequencer(options: SequencerOptions): Sequencer {
  return new Numbering(options);
}

class Numbering implements Sequencer {
  readonly #options: SequencerOptions;
  readonly #metrics = { events_numbered: 0, transactions: 0, failures: 0, inbox_age_ms: 0 };
  readonly #progress = new Map<number, Progress>();
  readonly #rounds: Poller;
  #named = new Set<number>();
  #anyStore = true;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #stopping = false;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#rounds = createPoller({
      work: () => this.#round(),
      everyMs: pollMs,
      gatherMs,
      random: options.random,
      onError: (error) => {
        if (!isUnavailable(error))
          options.log.warn({ err: error }, "Events could not be numbered; trying again.");
      },
    });
    this.#rounds.request();
  }

  wake(storeId?: number): void {
    if (storeId === undefined) this.#anyStore = true;
    else this.#named.add(storeId);
    this.#rounds.request();
  }

  metrics(): SequencerMetrics {
    return this.#metrics;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#rounds.stop();
  }

  async #round(): Promise<void> {
    for (const storeId of await this.#stores()) {
      if (this.#stopping) return;
      try {
        await this.#numberStore(storeId);
      } catch (error) {
        this.#metrics.failures++;
        // A database that is away is so for every store; a lock or a statement that takes too long is one store's.
        if (error instanceof DatabaseUnavailable && error.reason !== "busy") throw error;
        this.#options.log.error(
          { err: error, store_id: storeId },
          "The events of a store could not be numbered.",
        );
        this.#progressOf(storeId).not_before = performance.now() + failureRetryMs;
      }
    }
  }

  /** List the stores named since the last round; periodically, or when requested, all that have events. */
  async #stores(): Promise<Iterable<number>> {
    const named = this.#named;
    this.#named = new Set();
    const now = performance.now();
    if (!this.#anyStore && now - this.#lookedAt < pollMs / 2) return named;
    this.#anyStore = false;
    this.#lookedAt = now;
    let found: number[] = [];
    for (let after: number | undefined = 0; after !== undefined; ) {
      const some: number[] = await storesWithEvents(this.#options.database, after, storesAtOnce);
      found = found.concat(some);
      after = some.length === storesAtOnce ? some.at(-1) : undefined;
    }
    if (found.length === 0) this.#metrics.inbox_age_ms = 0;
    return new Set([...named, ...found]);
  }

  /** Run one transaction per store and round, so that a store with many events does not delay the others. */
  async #numberStore(storeId: number): Promise<void> {
    const progress = this.#progressOf(storeId);
    const now = performance.now();
    if (progress.not_before > now) return;
    const sweep = now >= progress.sweep_at;
    const after = sweep ? 0 : Math.max(0, progress.last_id - cursorMargin);
    const numbered = await numberEvents(this.#options, storeId, after);
    if (numbered.kind === "busy") return this.#comeBackTo(storeId, busyRetryMs);
    // While a transaction elsewhere is held open a full look passes all that was taken since: it must not fill the time.
    if (sweep) progress.sweep_at = performance.now() + Math.max(sweepEveryMs, 20 * numbered.looked_ms);
    if (numbered.kind === "empty") return;
    await this.#options.failpoint("sequencer.after-commit");
    progress.last_id = Math.max(progress.last_id, numbered.last_id);
    if (numbered.more) this.#comeBackTo(storeId, 0);
    this.#tell(numbered);
  }

  #tell(numbered: Extract<Numbered, { kind: "numbered" }>): void {
    this.#metrics.transactions++;
    this.#metrics.events_numbered += numbered.count;
    this.#metrics.inbox_age_ms = numbered.waited_ms;
    this.#options.onFanOut(numbered.lanes);
  }

  #comeBackTo(storeId: number, inMs: number): void {
    this.#named.add(storeId);
    this.#rounds.requestIn(inMs);
  }

  #progressOf(storeId: number): Progress {
    const known = this.#progress.get(storeId);
    if (known) return known;
    const made = { last_id: 0, sweep_at: 0, not_before: 0 };
    this.#progress.set(storeId, made);
    return made;
  }
}
