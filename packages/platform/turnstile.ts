import { refuse } from "@souk/contract";

/** Lets only so many pieces of work run at a time. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Makes a turnstile for work that is dear, so that a flood of it cannot take the whole machine.
 *
 * @param atOnce how many run at a time
 * @param waiting how many may wait; whoever comes beyond is refused as `unavailable`
 */
export function createTurnstile(atOnce: number, waiting: number): Turnstile {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else refuse("unavailable", { retry_after_s: 2 });
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
