import { systemTime } from "../clock.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/** A handler that takes this long waits for something that will not come; the next attempt is handled in its place. */
const abandonedAfterMs = 15 * 60_000;

/**
 * Remembers deliveries as long as the process lives, and at most so many; the oldest handled ones are forgotten first.
 *
 * @param limit 100,000 when left out, some 15 MB
 * @param now the time; the real one when left out
 */
export function memoryDeliveryStore(limit = 100_000, now: () => Date = systemTime): DeliveryStore {
  /** By delivery, when it was claimed, in ms. */
  const running = new Map<string, number>();
  // A Set keeps the order in which its members were added.
  const done = new Set<string>();
  return {
    claim: async (key) => {
      if (done.has(key)) return "done";
      const ms = now().getTime();
      const since = running.get(key);
      if (since !== undefined && ms - since < abandonedAfterMs) return "running";
      running.set(key, ms);
      return "claimed";
    },
    finish: async (key) => {
      running.delete(key);
      done.add(key);
      for (const oldest of done) {
        if (done.size <= limit) break;
        done.delete(oldest);
      }
    },
    release: async (key) => {
      running.delete(key);
    },
  };
}
