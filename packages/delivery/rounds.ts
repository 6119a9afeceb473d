export interface RoundsOptions {
  /** One round of work; the next one begins after it has ended. */
  work: () => Promise<void>;
  /** Milliseconds between rounds when nobody asks for one, give or take a fifth; left out: only when asked. */
  everyMs?: number;
  /** Milliseconds by which an asked round waits for others to ask as well. */
  gatherMs?: number;
  /** A number from 0 up to, not including, 1. */
  random: () => number;
  /** Told of a round that failed; the next one comes `retryMs` later. */
  onError: (error: unknown) => void;
}

/** Work that is done in rounds, one at a time, when asked for and from time to time. */
export interface Rounds {
  /** Asks for a round; one that is under way is followed by another. */
  ask(): void;
  /** Asks for a round after so many milliseconds, if none comes sooner. */
  askIn(ms: number): void;
  /** Begins no further round. Resolves when the one under way has ended. */
  stop(): Promise<void>;
}

const retryMs = 250;

/** Starts with the first `ask`, or after the first interval. */
export function createRounds({ work, everyMs, gatherMs = 0, random, onError }: RoundsOptions): Rounds {
  let timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  // The soonest time for which a round was asked while one was under way.
  let askedFor = Number.POSITIVE_INFINITY;
  let stopped = false;
  // After a failure asking does not help: whatever is away needs a moment.
  let notBefore = 0;

  async function round(): Promise<void> {
    let wait = everyMs === undefined ? undefined : everyMs * (0.8 + 0.4 * random());
    try {
      await work();
    } catch (error) {
      onError(error);
      wait = Math.min(wait ?? retryMs, retryMs * (0.8 + 0.4 * random()));
      notBefore = performance.now() + wait;
    }
    running = undefined;
    if (wait !== undefined) schedule(wait);
    schedule(askedFor - performance.now());
    askedFor = Number.POSITIVE_INFINITY;
  }

  function schedule(ms: number): void {
    const now = performance.now();
    const at = Math.max(now + ms, notBefore);
    if (running) askedFor = Math.min(askedFor, at);
    if (stopped || running || at >= timerAt) return;
    cancel();
    timerAt = at;
    timer = at <= now ? setImmediate(begin) : setTimeout(begin, at - now);
  }

  function cancel(): void {
    clearTimeout(timer as NodeJS.Timeout);
    clearImmediate(timer as NodeJS.Immediate);
    timerAt = Number.POSITIVE_INFINITY;
  }

  function begin(): void {
    timerAt = Number.POSITIVE_INFINITY;
    running = round();
  }

  if (everyMs !== undefined) schedule(everyMs * random());
  return {
    ask: () => schedule(gatherMs),
    askIn: schedule,
    stop: async () => {
      stopped = true;
      cancel();
      await running;
    },
  };
}
