const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?)(Z|[+-]\d\d:\d\d)$/;

/**
 * Compute the `updated_at_min` of a reconciliation: the newest `updated_at` that was seen, minus an overlap (WHK-12).
 *
 * The platform reads `updated_at_min` as the store's local time, whatever offset is sent. A date of a record is written in that
 * time, so its clock is moved back and its offset kept; a date of your own machine would miss hours.
 *
 * @param newest the greatest `updated_at` among the records of the last reconciliation, as it was sent; null before the first one
 * @param hours how far to go back, for changes that were committed late; defaults to 2
 * @returns undefined before the first reconciliation, which reads everything
 */
export function updatedSinceWithOverlap(newest: string | null, hours = 2): string | undefined {
  if (newest === null) return undefined;
  const [, local, offset] = shape.exec(newest) ?? [];
  if (local === undefined || offset === undefined)
    throw new TypeError(
      `updatedSinceWithOverlap takes an updated_at as the platform sends it, not ${JSON.stringify(newest)}.`,
    );
  const back = new Date(Date.parse(`${local}Z`) - hours * 3_600_000);
  return `${back.toISOString().slice(0, -1)}${offset}`;
}
