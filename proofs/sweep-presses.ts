import { eventually } from "@souk/testkit";
import type { ServerProcess } from "./server-process.ts";

/** The timeout, in milliseconds; the server checks every ten seconds. */
const longestMs = 60_000;

/**
 * Wait until the server has ended the presses of Fulfill whose result it never recorded. Their timeout of a minute is
 * skipped here.
 * @returns how many there were
 */
export function sweepPresses(server: ServerProcess, storeId: number): Promise<number> {
  return server.beside(async (database) => {
    const { rowCount } = await database.query(
      `update fulfillment_requests set created_at = created_at - interval '1 minute'
       where store_id = $1 and status = 'sent'`,
      [storeId],
    );
    const left = "select 1 from fulfillment_requests where store_id = $1 and status = 'sent'";
    await eventually(async () => (await database.query(left, [storeId])).rowCount === 0, {
      within: longestMs,
      every: 100,
    });
    return rowCount ?? 0;
  });
}
