import { isNewer, type Timestamped } from "@souk/app-sdk";

/** Cache of the newest known timestamp of each record. */
export interface NewestTimestamps {
  /** Remember the timestamp of a record if it is newer than the known one. @returns whether it is newer */
  recordIfNewer(recordKey: string, payload: Timestamped): boolean;
}

/**
 * Create a cache of the newest timestamps. Webhooks can arrive late and out of order, and an older state must
 * not overwrite a newer one (WHK-11).
 * @param limit how many records are remembered; at the limit, the record that changed longest ago is dropped
 */
export function createNewestTimestamps(limit = 50_000): NewestTimestamps {
  const timestamps = new Map<string, string>();
  return {
    recordIfNewer: (recordKey, payload) => {
      if (!isNewer(payload, timestamps.get(recordKey))) return false;
      // Delete the entry first, so that it moves to the end of the Map and the oldest entry stays at the start.
      timestamps.delete(recordKey);
      timestamps.set(recordKey, getUpdatedAt(payload));
      const [oldestKey] = timestamps.keys();
      if (timestamps.size > limit && oldestKey !== undefined) timestamps.delete(oldestKey);
      return true;
    },
  };
}

// Only the time is remembered and not the whole payload, because the description of a product alone can be 256 KiB.
function getUpdatedAt(payload: Timestamped): string {
  return "updated_at" in payload ? payload.updated_at : payload.inventory_level_updated_at;
}
