import type { Clock } from "../runtime/clock.ts";

/**
 * A clock for the work of requests that share the cores and the thread of this process. While more requests run than there are cores, it
 * runs slower, so the time of a request is about the time that it had a core. It also leaves out the time in which other requests kept
 * the thread busy, so that a request that only waited for the thread does not count as slow.
 */
export interface SharedClock {
  /** Return the time in ms since the clock was created. */
  now(): number;
  /** Set how many requests run from now on. */
  setRunningCount(count: number): void;
}

/** What the requests share. */
export interface SharedClockOptions {
  cores: number;
  /**
   * The maximum time in ms of one turn of the event loop that counts. By default, all of it counts, for tests whose clock advances at
   * once.
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

  /** Begin a turn with each turn of the event loop, but only while requests run, so that an idle process stays idle. */
  function watchTurns(isRunning: boolean): void {
    if (!Number.isFinite(maxTurnMs) || isRunning === (turnTimer !== undefined)) return;
    clearInterval(turnTimer);
    turnTimer = isRunning ? setInterval(startTurn, maxTurnMs / 2).unref() : undefined;
  }

  return {
    now: update,
    setRunningCount(count) {
      if (turnTimer === undefined) startTurn();
      else update();
      watchTurns(count > 0);
      speed = Math.min(1, cores / Math.max(1, count));
    },
  };
}
