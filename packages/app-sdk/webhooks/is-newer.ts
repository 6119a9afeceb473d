/** A payload or record with the time of its last change: `updated_at`, or for stock `inventory_level_updated_at`. */
export type Timestamped = { updated_at: string } | { inventory_level_updated_at: string };

/**
 * Return whether a received record is newer than the stored one, so that a late webhook does not overwrite newer data
 * (WHK-11).
 *
 * @param received a payload or record, without its wrapper: `isNewer(payload.order, stored)`
 * @param stored the stored record, or its date as text or Date; null if nothing is stored
 * @returns whether the received record is newer, by at least a millisecond; true if nothing is stored, false for equal times
 * @throws TypeError if one of the two records has no valid date
 */
export function isNewer(
  received: Timestamped,
  stored: Timestamped | string | Date | null | undefined,
): boolean {
  if (stored === null || stored === undefined) return true;
  return toMilliseconds(received) > toMilliseconds(stored);
}

function toMilliseconds(value: Timestamped | string | Date): number {
  const ms = value instanceof Date ? value.getTime() : Date.parse(getTimestamp(value));
  if (Number.isNaN(ms))
    throw new TypeError("isNewer needs a record with a valid updated_at or inventory_level_updated_at.");
  return ms;
}

function getTimestamp(value: Timestamped | string): string {
  if (typeof value === "string") return value;
  return "inventory_level_updated_at" in value ? value.inventory_level_updated_at : value.updated_at;
}
