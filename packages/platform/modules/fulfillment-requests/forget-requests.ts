import type { Database } from "@souk/database";
import type { Clock } from "../../clock.ts";

/** As long as the event log is kept, and mail. */
const keptMs = 30 * 24 * 3_600_000;

/** Forgets requests that are old: what came of them stands in the order's fulfillments. */
export async function forgetRequests(database: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now() - keptMs);
  await database.query("delete from fulfillment_requests where created_at < $1", [before]);
}
