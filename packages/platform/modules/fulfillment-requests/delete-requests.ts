import type { Database } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";

/** Retention of requests in milliseconds: 30 days, as for the event log and email. */
const retentionMs = 30 * 24 * 3_600_000;

/** Delete fulfillment requests older than 30 days. Their results remain in the orders' fulfillments. */
export async function deleteRequests(database: Database, clock: Clock): Promise<void> {
  const cutoff = new Date(clock.now() - retentionMs);
  await database.query("delete from fulfillment_requests where created_at < $1", [cutoff]);
}
