/**
 * The time by which deliveries are numbered, leased and tried again: the database's own, so that processes whose clocks
 * differ agree. A test gives a time of its own in its place and moves it.
 */
export interface DatabaseClock {
  /** A time to use instead of the database's, or null. */
  at(): Date | null;
}

export const databaseClock: DatabaseClock = { at: () => null };

/** The common table expression `moment(now)`, made of a clock's `at()` given as `$1`. */
export const momentOfClock =
  "moment as materialized (select coalesce($1::timestamptz, clock_timestamp()) as now)";
