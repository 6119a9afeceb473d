import type { Database } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";

/** Retention of requests in milliseconds: 30 days, as for the event log and email. */
const retentionMs = 30 * 24 * 3_600_000;

/** Delete old requests; their results remain in the orders' fulfillments. */
export async function deleteRequests(database: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now() - retentionMs);
  await database.query("delete from fulfillment_requests where created_at < $1", [before]);
}
