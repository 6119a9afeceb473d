import { isNewer, type Timestamped } from "@souk/app-sdk";

/** Cache of the newest timestamp of each record. */
export interface Newest {
  /** Return whether this timestamp is newer than all earlier ones of the record, and remember it if so. */
  take(record: string, arrived: Timestamped): boolean;
}

/**
 * Create a cache of the newest timestamps. Webhooks can arrive late and out of order, and an older state must
 * not overwrite a newer one (WHK-11).
 * @param limit records; the one that changed longest ago is dropped first
 */
export function createNewest(limit = 50_000): Newest {
  const known = new Map<string, string>();
  return {
    take: (record, arrived) => {
      if (!isNewer(arrived, known.get(record))) return false;
      // Put at the end: a Map keeps the order in which its entries were added.
      known.delete(record);
      known.set(record, getUpdatedAt(arrived));
      const [oldest] = known.keys();
      if (known.size > limit && oldest !== undefined) known.delete(oldest);
      return true;
    },
  };
}

// The date and not the payload: a product's description alone may be 256 KiB.
function getUpdatedAt(arrived: Timestamped): string {
  return "updated_at" in arrived ? arrived.updated_at : arrived.inventory_level_updated_at;
}
