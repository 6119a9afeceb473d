import { throwApiError } from "@souk/contract";

/** A function that runs only so many pieces of work at a time. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Create a limiter for expensive work, so that a flood of it cannot take the whole machine.
 *
 * @param atOnce how many run at a time
 * @param waiting how many may wait; any beyond is rejected as `unavailable`
 */
export function createLimiter(atOnce: number, waiting: number): Limiter {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throwApiError("unavailable", { retry_after_s: 2 });
    try {
      return await work();
    } finally {
      // Whoever waits longest takes over this place; `running` stays as it is.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
