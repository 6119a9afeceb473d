/**
 * What an `updated_at` becomes when its row changes, as SQL: now, and later than it was, also when the clock was set back or
 * another transaction that began later was first. Receivers compare it and drop what is older.
 * @param column the row's own column, with the row's name where two could be meant
 */
export function laterThan(column: string): string {
  return `greatest(clock_timestamp(), ${column} + interval '1 ms')`;
}
