import type { Queryable } from "@souk/database";
import { eventually } from "./eventually.ts";

/** The filter of waiting transactions; all of a database when empty. */
interface Waiting {
  /** PostgreSQL's name of such a lock: `advisory`, `transactionid`. */
  event?: string;
  /** The statement as a pattern of SQL's `like`. */
  statement?: string;
}

/** Return how many transactions of a database wait for a lock that another holds. */
export async function locksAwaited(
  database: Queryable,
  { event = "%", statement = "%" }: Waiting = {},
): Promise<number> {
  const text = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event like $1 and query like $2`;
  return (await database.query(text, [event, statement])).rowCount;
}

/** Wait until transactions of a database wait for a lock that another holds: exactly so many, or at least one. */
export async function lockAwaited(
  database: Queryable,
  { count, ...which }: Waiting & { count?: number } = {},
): Promise<void> {
  await eventually(async () => {
    const waiting = await locksAwaited(database, which);
    return count === undefined ? waiting > 0 : waiting === count;
  });
}
