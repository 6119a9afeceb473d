export interface PollerOptions {
  /** Run the work once; the next run starts after this one has ended. */
  work: () => Promise<void>;
  /** The milliseconds between runs, varied by up to 20%. If omitted, the work runs only on request. */
  everyMs?: number;
  /** The milliseconds that a requested run waits, so that further requests share it. */
  gatherMs?: number;
  /** A number from 0 up to, not including, 1. */
  random: () => number;
  /** Called when a run fails. The run is retried after about `retryMs`. */
  onError: (error: unknown) => void;
}

/** Runs work on request and at intervals, one run at a time. */
export interface Poller {
  /** Request a run. If one is in progress, another follows it. */
  request(): void;
  /** Request a run within `ms` milliseconds. */
  requestIn(ms: number): void;
  /** Start no more runs, and wait for the current run. */
  stop(): Promise<void>;
}

/** The wait after a failed run, varied by up to 20%. */
const retryMs = 250;

/** Create a poller. Its first run starts on the first request, or after the first interval. */
export function createPoller({ work, everyMs, gatherMs = 0, random, onError }: PollerOptions): Poller {
  let timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let currentRun: Promise<void> | undefined;
  // The earliest time requested during a run.
  let requestedAt = Number.POSITIVE_INFINITY;
  let isStopped = false;
  // After a failure, no run starts before this time, not even on request, because what failed needs time to recover.
  let notBefore = 0;

  async function runOnce(): Promise<void> {
    let waitMs = everyMs === undefined ? undefined : everyMs * (0.8 + 0.4 * random());
    try {
      await work();
    } catch (error) {
      onError(error);
      waitMs = Math.min(waitMs ?? retryMs, retryMs * (0.8 + 0.4 * random()));
      notBefore = performance.now() + waitMs;
    }
    currentRun = undefined;
    if (waitMs !== undefined) schedule(waitMs);
    // Without a request during the run, `requestedAt` is infinite, and this schedules nothing.
    schedule(requestedAt - performance.now());
    requestedAt = Number.POSITIVE_INFINITY;
  }

  function schedule(ms: number): void {
    const now = performance.now();
    const runAt = Math.max(now + ms, notBefore);
    if (currentRun) requestedAt = Math.min(requestedAt, runAt);
    if (isStopped || currentRun || runAt >= timerAt) return;
    cancel();
    timerAt = runAt;
    timer = runAt <= now ? setImmediate(start) : setTimeout(start, runAt - now);
  }

  function cancel(): void {
    clearTimeout(timer as NodeJS.Timeout);
    clearImmediate(timer as NodeJS.Immediate);
    timerAt = Number.POSITIVE_INFINITY;
  }

  function start(): void {
    timerAt = Number.POSITIVE_INFINITY;
    currentRun = runOnce();
  }

  if (everyMs !== undefined) schedule(everyMs * random());
  return {
    request: () => schedule(gatherMs),
    requestIn: schedule,
    stop: async () => {
      isStopped = true;
      cancel();
      await currentRun;
    },
  };
}
