import { eventually } from "@souk/testkit";
import type { ServerProcess } from "./server-process.ts";

/** The server looks every ten seconds. */
const longestMs = 60_000;

/**
 * Waits until the server has ended the presses of Fulfill of which it never wrote down what came. It gives them a minute, which
 * passes at once here.
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
