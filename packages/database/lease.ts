/**
 * The time for which a lease is valid without renewal, in ms. The holder renews every third of this time, so one failed
 * renewal does not lose the lease.
 */
export const leaseMs = 30_000;

const databaseNow = "clock_timestamp()";

/**
 * Build the SQL condition that a row is not leased: it was never leased, was released, or its lease has run out.
 * @param row the alias of the row's table, where several tables have these columns
 * @param now the current time as SQL
 */
export function buildNotLeasedCondition(row = "", now = databaseNow): string {
  const column = row === "" ? "leased_until" : `${row}.leased_until`;
  return `(${column} is null or ${column} <= ${now})`;
}

/** Build the SQL of the end of a lease. @param ms its duration, as a parameter such as `$5` @param now the current time as SQL */
export function buildLeaseEnd(ms: string, now = databaseNow): string {
  return `${now} + ${ms} * interval '1 ms'`;
}

/**
 * Build the SQL assignments that lease a row. Each lease has its own epoch, which fences off statements of an earlier holder whose
 * lease has run out.
 */
export function buildTakeLease(owner: string, ms: string, now = databaseNow): string {
  return `owner = ${owner}, epoch = epoch + 1, leased_until = ${buildLeaseEnd(ms, now)}`;
}

/** The SQL assignments that release a row. */
export const releaseLease = "owner = null, leased_until = null";
