import type { Database } from "@souk/database";
import { type DatabaseClock, momentCte } from "@souk/delivery";

/** An SQL interval that is longer than any request can take. */
const maxDuration = "interval '60 seconds'";

/**
 * Mark requests as failed whose process died before it recorded their result (FUL-4). The database's clock dates
 * and ends requests, so a process whose clock is ahead cannot end a request that another process is waiting for.
 */
export async function endUnanswered(database: Database, clock: DatabaseClock): Promise<void> {
  await database.query(
    `with ${momentCte}
     update fulfillment_requests set status = 'failed', updated_at = greatest(updated_at, moment.now),
       error = 'No response was recorded. Check whether the app has shipped the orders.'
     from moment where status = 'sent' and created_at < moment.now - ${maxDuration}`,
    [clock.at()],
  );
}
