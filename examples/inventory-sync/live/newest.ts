import { type Dated, isNewer } from "@souk/app-sdk";

/** Remembers how new the newest of each record was. */
export interface Newest {
  /** Says whether something is newer than all before it, and remembers it if so. */
  take(record: string, arrived: Dated): boolean;
}

/**
 * Webhooks can come late and out of order; what is older than what is known must not overwrite it (WHK-11).
 * @param limit records; the one that changed longest ago is forgotten first
 */
export function createNewest(limit = 50_000): Newest {
  const known = new Map<string, string>();
  return {
    take: (record, arrived) => {
      if (!isNewer(arrived, known.get(record))) return false;
      // Put at the end: a Map keeps the order in which its entries were added.
      known.delete(record);
      known.set(record, dateOf(arrived));
      const [oldest] = known.keys();
      if (known.size > limit && oldest !== undefined) known.delete(oldest);
      return true;
    },
  };
}

// The date and not the payload: a product's description alone may be 256 KiB.
function dateOf(arrived: Dated): string {
  return "updated_at" in arrived ? arrived.updated_at : arrived.inventory_level_updated_at;
}
