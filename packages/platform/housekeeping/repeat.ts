import { setTimeout as sleep } from "node:timers/promises";
import type { RandomFraction } from "../random.ts";

export interface Repeated {
  /** Ends after the run in progress, if there is one. */
  stop(): Promise<void>;
}

// Processes that start together must not stay together.
const spread = 0.2;

/**
 * Runs a function again and again, one run after the other, first after one pause.
 * @param everyMs the pause between two runs, each time longer or shorter by up to a fifth
 * @param run must not reject
 */
export function repeat(everyMs: number, run: () => Promise<void>, random: RandomFraction): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const pause = everyMs * (1 - spread + 2 * spread * random());
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await run();
    }
  }
  const ended = loop();
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}
