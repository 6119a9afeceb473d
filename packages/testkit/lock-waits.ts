import type { Queryable } from "@souk/database";
import { eventually } from "./eventually.ts";

/** Filter for waiting transactions. An empty filter matches all of them. */
interface LockWaitFilter {
  /** PostgreSQL's wait event of the lock, such as `advisory` or `transactionid`. */
  event?: string;
  /** Pattern for SQL's `like` that the waiting statement must match. */
  statement?: string;
}

/** Count the transactions in a database that are waiting for a lock. */
export async function countLockWaits(
  database: Queryable,
  { event = "%", statement = "%" }: LockWaitFilter = {},
): Promise<number> {
  const text = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event like $1 and query like $2`;
  return (await database.query(text, [event, statement])).rowCount;
}

/** Wait until exactly `count` transactions in a database are waiting for a lock, or at least one if `count` is absent. */
export async function waitForLockWaits(
  database: Queryable,
  { count, ...filter }: LockWaitFilter & { count?: number } = {},
): Promise<void> {
  await eventually(async () => {
    const waitCount = await countLockWaits(database, filter);
    return count === undefined ? waitCount > 0 : waitCount === count;
  });
}
