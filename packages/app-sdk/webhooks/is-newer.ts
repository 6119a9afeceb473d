/** A payload or record, by when it was last changed. Records have `updated_at`, stock has `inventory_level_updated_at`. */
export type Dated = { updated_at: string } | { inventory_level_updated_at: string };

/**
 * Says whether what arrived is newer than what is kept, so that a webhook which comes late or out of order does not overwrite
 * newer data (WHK-11).
 *
 * @param arrived a payload or record; one inside a wrapper is taken out first: `isNewer(payload.order, kept)`
 * @param kept the same kind, or its date as text or Date; null when nothing is kept
 * @returns true when it is newer, by the millisecond; false when both are of the same moment
 * @throws TypeError when one of the two has no date
 */
export function isNewer(arrived: Dated, kept: Dated | string | Date | null | undefined): boolean {
  if (kept === null || kept === undefined) return true;
  return instantOf(arrived) > instantOf(kept);
}

function instantOf(dated: Dated | string | Date): number {
  const ms = dated instanceof Date ? dated.getTime() : Date.parse(textOf(dated));
  if (Number.isNaN(ms))
    throw new TypeError("isNewer compares updated_at or inventory_level_updated_at, and found neither.");
  return ms;
}

function textOf(dated: Dated | string): string {
  if (typeof dated === "string") return dated;
  return "inventory_level_updated_at" in dated ? dated.inventory_level_updated_at : dated.updated_at;
}
