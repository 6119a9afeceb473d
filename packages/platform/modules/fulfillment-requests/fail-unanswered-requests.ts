import type { Database } from "@souk/database";
import { type DatabaseClock, momentCte } from "@souk/delivery";

/** SQL interval that is longer than any request can take. */
const maxDuration = "interval '60 seconds'";

/**
 * Mark requests as failed if their process died before it recorded the result (FUL-4). A request's start and timeout are
 * measured by the database's clock, so a process whose clock is ahead cannot fail a request that another process is
 * waiting for.
 */
export async function failUnansweredRequests(database: Database, clock: DatabaseClock): Promise<void> {
  await database.query(
    `with ${momentCte}
     update fulfillment_requests set status = 'failed', updated_at = greatest(updated_at, moment.now),
       error = 'No response was recorded. Check whether the app has shipped the orders.'
     from moment where status = 'sent' and created_at < moment.now - ${maxDuration}`,
    [clock.getTestTime()],
  );
}
