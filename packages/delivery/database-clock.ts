/**
 * The clock for numbering, leasing and retrying deliveries. In production it is the database's own clock, so that processes
 * whose clocks differ agree on the time. Tests can set a time instead.
 */
export interface DatabaseClock {
  /** Return the time that a test has set; null to use the database's time. */
  getTestTime(): Date | null;
}

export const databaseClock: DatabaseClock = { getTestTime: () => null };

/** The SQL of the common table expression `moment(now)`; `$1` is the clock's `getTestTime()`. */
export const momentCte =
  "moment as materialized (select coalesce($1::timestamptz, clock_timestamp()) as now)";
