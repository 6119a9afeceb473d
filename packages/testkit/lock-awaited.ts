import type { Queryable } from "@souk/database";
import { eventually } from "./eventually.ts";

const text = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Waits until transactions of a database wait for a lock that another holds: exactly so many, or at least one. */
export async function lockAwaited(database: Queryable, count?: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await database.query(text);
    return count === undefined ? rowCount > 0 : rowCount === count;
  });
}
