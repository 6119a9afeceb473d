/**
 * Build the SQL expression for a row's new `updated_at`: the current time, but always later than the column's current value.
 * This holds even if the clock was set back or a later transaction committed first. Receivers of webhooks use
 * `updated_at` to discard outdated versions of a record.
 * @param column the column, with its table if the name alone is ambiguous
 */
export function monotonicUpdatedAt(column: string): string {
  return `greatest(clock_timestamp(), ${column} + interval '1 ms')`;
}
