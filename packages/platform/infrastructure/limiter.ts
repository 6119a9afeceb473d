import { throwApiError } from "@souk/contract";

/** A function that runs `work` immediately or, while too many calls are running, after other calls have ended. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Create a limiter for expensive work, so that many requests for it cannot use the whole machine.
 *
 * @param maxRunning how many calls run at a time
 * @param maxWaiting how many calls may wait; further calls are rejected with `unavailable`
 */
export function createLimiter(maxRunning: number, maxWaiting: number): Limiter {
  const queue: (() => void)[] = [];
  let runningCount = 0;
  return async (work) => {
    if (runningCount < maxRunning) runningCount += 1;
    else if (queue.length < maxWaiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throwApiError("unavailable", { retry_after_s: 2 });
    try {
      return await work();
    } finally {
      // The work that waited longest takes over this slot, so `runningCount` stays the same.
      const startNext = queue.shift();
      if (startNext) startNext();
      else runningCount -= 1;
    }
  };
}
