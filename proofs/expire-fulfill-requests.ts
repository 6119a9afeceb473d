import { eventually } from "@souk/testkit";
import type { ServerProcess } from "./server-process.ts";

/** The timeout of the wait, in milliseconds. Every ten seconds, the server looks for requests that have timed out. */
const timeoutMs = 60_000;

/**
 * Make the fulfillment requests without a recorded result time out, and wait until the server has ended them. Their creation is
 * backdated by one minute, which is their timeout, so that the wait is short.
 * @returns the number of requests that timed out
 */
export function expireFulfillRequests(server: ServerProcess, storeId: number): Promise<number> {
  return server.queryRunning(async (database) => {
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
