export interface PollerOptions {
  /** Run the work once; the next run starts after this one has ended. */
  work: () => Promise<void>;
  /** Milliseconds between runs without a request, varied by up to 20 %; omitted: run only on request. */
  everyMs?: number;
  /** The milliseconds that a requested run waits for further requests. */
  gatherMs?: number;
  /** A number from 0 up to, not including, 1. */
  random: () => number;
  /** The callback for a failed run, which is retried after `retryMs`. */
  onError: (error: unknown) => void;
}

/** Runs work on request and at intervals, one run at a time. */
export interface Poller {
  /** Request a run; during a run, another one follows it. */
  request(): void;
  /** Request a run within `ms` milliseconds. */
  requestIn(ms: number): void;
  /** Start no more runs, and wait for the run under way. */
  stop(): Promise<void>;
}

const retryMs = 250;

/** Create a poller. Its first run starts on the first request, or after the first interval. */
export function createPoller({ work, everyMs, gatherMs = 0, random, onError }: PollerOptions): Poller {
  let timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  // The earliest time requested during a run.
  let requestedAt = Number.POSITIVE_INFINITY;
  let stopped = false;
  // After a failure, a request does not start a run earlier: whatever is unavailable needs time.
  let notBefore = 0;

  async function runOnce(): Promise<void> {
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
    schedule(requestedAt - performance.now());
    requestedAt = Number.POSITIVE_INFINITY;
  }

  function schedule(ms: number): void {
    const now = performance.now();
    const at = Math.max(now + ms, notBefore);
    if (running) requestedAt = Math.min(requestedAt, at);
    if (stopped || running || at >= timerAt) return;
    cancel();
    timerAt = at;
    timer = at <= now ? setImmediate(start) : setTimeout(start, at - now);
  }

  function cancel(): void {
    clearTimeout(timer as NodeJS.Timeout);
    clearImmediate(timer as NodeJS.Immediate);
    timerAt = Number.POSITIVE_INFINITY;
  }

  function start(): void {
    timerAt = Number.POSITIVE_INFINITY;
    running = runOnce();
  }

  if (everyMs !== undefined) schedule(everyMs * random());
  return {
    request: () => schedule(gatherMs),
    requestIn: schedule,
    stop: async () => {
      stopped = true;
      cancel();
      await running;
    },
  };
}
