const datePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?)(Z|[+-]\d\d:\d\d)$/;

/**
 * Compute the `updated_at_min` of a reconciliation: the newest `updated_at` that the app has seen, minus an overlap
 * (WHK-12).
 *
 * The platform interprets `updated_at_min` as the store's local time and ignores its offset. The dates of records are also in
 * the store's local time, so this function subtracts the overlap and keeps the offset. With a date from your own machine, a
 * reconciliation could miss hours of changes.
 *
 * @param newest the greatest `updated_at` of the records in the last reconciliation, as received; null before the first one
 * @param hours the overlap, for changes that were committed late; defaults to 2
 * @returns undefined before the first reconciliation, which reads everything
 */
export function updatedSinceWithOverlap(newest: string | null, hours = 2): string | undefined {
  if (newest === null) return undefined;
  const [, local, offset] = datePattern.exec(newest) ?? [];
  if (local === undefined || offset === undefined)
    throw new TypeError(
      `updatedSinceWithOverlap needs an updated_at as the platform sends it, not ${JSON.stringify(newest)}.`,
    );
  const since = new Date(Date.parse(`${local}Z`) - hours * 3_600_000);
  return `${since.toISOString().slice(0, -1)}${offset}`;
}
