import { getSystemTime } from "../clock.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/**
 * The time in milliseconds after which a running handler is considered stuck, so that the next attempt is handled.
 */
const abandonedAfterMs = 15 * 60_000;

/**
 * Create a delivery store in memory. If it has more than `limit` handled deliveries, the oldest are dropped.
 *
 * @param limit the maximum number of handled deliveries; defaults to 100,000, about 15 MB
 * @param now returns the current time; defaults to the system clock
 */
export function memoryDeliveryStore(limit = 100_000, now: () => Date = getSystemTime): DeliveryStore {
  // When each running delivery was claimed, in milliseconds, by its key.
  const claimTimes = new Map<string, number>();
  // The keys of handled deliveries, oldest first, since a Set keeps insertion order.
  const handledKeys = new Set<string>();
  return {
    claim: async (key) => {
      if (handledKeys.has(key)) return "done";
      const nowMs = now().getTime();
      const claimedAt = claimTimes.get(key);
      if (claimedAt !== undefined && nowMs - claimedAt < abandonedAfterMs) return "running";
      claimTimes.set(key, nowMs);
      return "claimed";
    },
    finish: async (key) => {
      claimTimes.delete(key);
      handledKeys.add(key);
      for (const oldestKey of handledKeys) {
        if (handledKeys.size <= limit) break;
        handledKeys.delete(oldestKey);
      }
    },
    release: async (key) => {
      claimTimes.delete(key);
    },
  };
}
