/**
 * The clock for numbering, leasing and retrying deliveries: the database's own, so that processes whose clocks differ
 * agree. Tests supply a time that they set.
 */
export interface DatabaseClock {
  /** Return the time to use instead of the database's; null for the database's. */
  at(): Date | null;
}

export const databaseClock: DatabaseClock = { at: () => null };

/** The SQL of the common table expression `moment(now)`; `$1` is the clock's `at()`. */
export const momentCte =
  "moment as materialized (select coalesce($1::timestamptz, clock_timestamp()) as now)";
