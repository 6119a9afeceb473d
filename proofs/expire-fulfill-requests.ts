import { eventually } from "@souk/testkit";
import type { ServerProcess } from "./server-process.ts";

/** The timeout of the wait, in milliseconds. Every ten seconds, the server looks for requests that have timed out. */
const timeoutMs = 60_000;

/**
 * Expire the fulfillment requests that have no recorded result, and wait until the server has ended them. To keep the wait
 * short, their creation is backdated by one minute, which is their timeout.
 * @returns the number of requests that timed out
 */
export function expireFulfillRequests(server: ServerProcess, storeId: number): Promise<number> {
  return server.queryWhileRunning(async (database) => {
    const { rowCount } = await database.query(
      `update fulfillment_requests set created_at = created_at - interval '1 minute'
       where store_id = $1 and status = 'sent'`,
      [storeId],
    );
    const pendingSql = "select 1 from fulfillment_requests where store_id = $1 and status = 'sent'";
    await eventually(async () => (await database.query(pendingSql, [storeId])).rowCount === 0, {
      timeoutMs,
      intervalMs: 100,
    });
    return rowCount ?? 0;
  });
}
