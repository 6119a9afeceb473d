import type { Database } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "@souk/delivery";

/** Longer than any request may take. */
const longest = "interval '60 seconds'";

/**
 * Ends requests whose process died before it wrote down what came of them (FUL-4). They are written by the database's clock and
 * ended by it: a process whose own is ahead must not end what another waits for.
 */
export async function endUnanswered(database: Database, clock: DatabaseClock): Promise<void> {
  await database.query(
    `with ${momentOfClock}
     update fulfillment_requests set status = 'failed', updated_at = greatest(updated_at, moment.now),
       error = 'No answer was recorded. Ask the app whether it has begun.'
     from moment where status = 'sent' and created_at < moment.now - ${longest}`,
    [clock.at()],
  );
}
