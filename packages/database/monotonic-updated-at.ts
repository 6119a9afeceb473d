/**
 * Build the SQL expression for a row's new `updated_at`: the current time, but always later than the column's value, even if
 * the clock was set back or a later transaction committed first. Receivers use it to discard outdated versions.
 * @param column the column, qualified when it would be ambiguous
 */
export function monotonicUpdatedAt(column: string): string {
  return `greatest(clock_timestamp(), ${column} + interval '1 ms')`;
}
