import type { Database } from "@souk/database";
import type { Clock } from "../../clock.ts";

/** Longer than any request may take. */
const mostMs = 60_000;

/** Ends requests whose process died before it wrote down what came of them (FUL-4). */
export async function endUnanswered(database: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  await database.query(
    `update fulfillment_requests set status = 'failed', updated_at = greatest(updated_at, $2),
       error = 'No answer was recorded. Ask the app whether it has begun.'
     where status = 'sent' and created_at < $1`,
    [new Date(now - mostMs), new Date(now)],
  );
}
