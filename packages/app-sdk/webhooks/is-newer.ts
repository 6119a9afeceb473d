/** A payload or record with the time of its last change. Records have `updated_at`, stock has `inventory_level_updated_at`. */
export type Timestamped = { updated_at: string } | { inventory_level_updated_at: string };

/**
 * Check whether an arrived record is newer than the stored one, so that a late or reordered webhook does not overwrite newer
 * data (WHK-11).
 *
 * @param arrived a payload or record, without its wrapper: `isNewer(payload.order, stored)`
 * @param kept the stored record, or its date as text or Date; null when nothing is stored
 * @returns true when it is newer, by the millisecond; false when both have the same time
 * @throws TypeError when one of the two has no date
 */
export function isNewer(arrived: Timestamped, kept: Timestamped | string | Date | null | undefined): boolean {
  if (kept === null || kept === undefined) return true;
  return toInstant(arrived) > toInstant(kept);
}

function toInstant(dated: Timestamped | string | Date): number {
  const ms = dated instanceof Date ? dated.getTime() : Date.parse(getTimestamp(dated));
  if (Number.isNaN(ms))
    throw new TypeError("isNewer compares updated_at or inventory_level_updated_at, and found neither.");
  return ms;
}

function getTimestamp(dated: Timestamped | string): string {
  if (typeof dated === "string") return dated;
  return "inventory_level_updated_at" in dated ? dated.inventory_level_updated_at : dated.updated_at;
}
