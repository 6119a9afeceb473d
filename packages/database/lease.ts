/**
 * The time for which a lease is valid without renewal, in ms. The owner renews it after every third of this time, so that
 * one failed renewal does not end the lease.
 */
export const leaseMs = 30_000;

const databaseNow = "clock_timestamp()";

/**
 * Build the SQL condition that a row is not leased: it was never leased, it was released, or its lease has expired.
 * @param row the alias of the row's table, needed if several tables have these columns
 * @param now the current time as SQL
 */
export function buildNotLeasedCondition(row = "", now = databaseNow): string {
  const column = row === "" ? "leased_until" : `${row}.leased_until`;
  return `(${column} is null or ${column} <= ${now})`;
}

/**
 * Build the SQL expression for the end of a lease.
 * @param durationMs the lease's duration in ms, as a parameter such as `$5`
 * @param now the current time as SQL
 */
export function buildLeaseEnd(durationMs: string, now = databaseNow): string {
  return `${now} + ${durationMs} * interval '1 ms'`;
}

/**
 * Build the SQL assignments that lease a row. Each lease has its own epoch, so that statements of an earlier owner, whose
 * lease has expired, no longer match.
 * @param owner the owner's name, as a parameter such as `$1`
 * @param durationMs the lease's duration in ms, as a parameter such as `$5`
 * @param now the current time as SQL
 */
export function buildLeaseAssignments(owner: string, durationMs: string, now = databaseNow): string {
  return `owner = ${owner}, epoch = epoch + 1, leased_until = ${buildLeaseEnd(durationMs, now)}`;
}

/** The SQL assignments that release a row. */
export const releaseLeaseSql = "owner = null, leased_until = null";
