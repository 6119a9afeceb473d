import type { Clock } from "../runtime/clock.ts";

/**
 * A clock for the work of requests that share the cores. While more requests run than there are cores, it runs slower, so the time of
 * a request is about the time that it had a core.
 */
export interface SharedClock {
  /** Return the time in ms since the clock was created. */
  now(): number;
  /** Set how many requests run from now on. */
  setRunningCount(count: number): void;
}

/** Create a clock at 0. */
export function createSharedClock(clock: Clock, cores: number): SharedClock {
  let speed = 1;
  let sharedTime = 0;
  let updatedAt = clock.now();
  function update(): number {
    const now = clock.now();
    // If the clock was set back, no time has passed.
    sharedTime += Math.max(0, now - updatedAt) * speed;
    updatedAt = now;
    return sharedTime;
  }
  return {
    now: update,
    setRunningCount(count) {
      update();
      speed = Math.min(1, cores / Math.max(1, count));
    },
  };
}
