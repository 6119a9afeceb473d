import { systemTime } from "../clock.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/**
 * The time in milliseconds after which a handler counts as stuck, so that the next attempt is handled instead.
 */
const abandonedAfterMs = 15 * 60_000;

/**
 * Create a delivery store in memory; beyond `limit` the oldest handled deliveries are dropped first.
 *
 * @param limit defaults to 100,000, about 15 MB
 * @param now defaults to the system clock
 */
export function memoryDeliveryStore(limit = 100_000, now: () => Date = systemTime): DeliveryStore {
  /** The time in milliseconds at which each delivery was claimed, by delivery. */
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
