import type { Clock } from "../runtime/clock.ts";

/**
 * A clock for the work of requests that share the cores and the thread of this process. The clock runs slower while more requests run
 * than there are cores, so that it measures approximately how long a request had a core. The clock also leaves out the time in which
 * other requests kept the thread busy, so that a request that only waited for the thread does not count as slow.
 */
export interface SharedClock {
  /** Return the time in ms since the clock was created. */
  now(): number;
  /** Set how many requests run from now on. */
  setRunningCount(count: number): void;
}

export interface SharedClockOptions {
  /** The number of cores that the requests share. */
  cores: number;
  /**
   * The maximum time in ms that counts in one turn of the event loop. By default, the whole turn counts, for tests whose clock advances
   * in one step.
   */
  maxTurnMs?: number;
}

/** Create a clock at 0. */
export function createSharedClock(
  clock: Clock,
  { cores, maxTurnMs = Number.POSITIVE_INFINITY }: SharedClockOptions,
): SharedClock {
  let speed = 1;
  let sharedTime = 0;
  let turnStartedAt = clock.now();
  /** How much of this turn's time is part of `sharedTime`. */
  let countedMs = 0;
  let turnTimer: NodeJS.Timeout | undefined;

  function update(): number {
    // If the clock was set back, no time has passed.
    const turnMs = Math.min(Math.max(countedMs, clock.now() - turnStartedAt), maxTurnMs);
    sharedTime += (turnMs - countedMs) * speed;
    countedMs = turnMs;
    return sharedTime;
  }

  function startTurn(): void {
    update();
    turnStartedAt = clock.now();
    countedMs = 0;
  }

  /** While requests run, start a turn whenever the event loop runs this timer. An idle process has no timer, so that it stays idle. */
  function setTurnTimer(hasRequests: boolean): void {
    if (!Number.isFinite(maxTurnMs) || hasRequests === (turnTimer !== undefined)) return;
    clearInterval(turnTimer);
    turnTimer = hasRequests ? setInterval(startTurn, maxTurnMs / 2).unref() : undefined;
  }

  return {
    now: update,
    setRunningCount(count) {
      if (turnTimer === undefined) startTurn();
      else update();
      setTurnTimer(count > 0);
      speed = Math.min(1, cores / Math.max(1, count));
    },
  };
}
