import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@souk/database";
import { silentLog } from "@souk/testkit";

const checkIntervalMs = 200;

/** Selects active endpoints with a due or queued lane and without an owner. */
const unownedEndpointsSql = `
  select e.id from endpoints e
  where e.breaker <> 'open' and (e.leased_until is null or e.leased_until <= clock_timestamp())
    and exists (select from lanes where lanes.endpoint_id = e.id
      and (lanes.queued_at is not null or lanes.wake_at <= clock_timestamp()))`;

/**
 * Watch for due endpoints without an owner. `stop()` ends the watch, and returns the number of checks and the longest time in ms that
 * an endpoint had no owner.
 */
export function watchUnownedEndpoints(connection: string): {
  stop(): Promise<{ checkCount: number; longestMs: number }>;
} {
  const database = openDatabase({ connection, log: silentLog, maxConnections: 1 });
  const unownedSince = new Map<number, number>();
  let checkCount = 0;
  let longestMs = 0;
  let isStopped = false;

  async function checkEndpoints(): Promise<void> {
    const rows = await database.many<{ id: number }>(unownedEndpointsSql);
    const now = performance.now();
    const unownedIds = new Set(rows.map(({ id }) => id));
    for (const id of unownedSince.keys()) if (!unownedIds.has(id)) unownedSince.delete(id);
    for (const id of unownedIds) {
      const startedAt = unownedSince.get(id) ?? now;
      unownedSince.set(id, startedAt);
      longestMs = Math.max(longestMs, now - startedAt);
    }
    checkCount++;
  }

  async function watch(): Promise<void> {
    while (!isStopped) {
      await checkEndpoints();
      await sleep(checkIntervalMs);
    }
  }

  const watchLoop = watch();
  return {
    stop: async () => {
      isStopped = true;
      await watchLoop.finally(() => database.close());
      return { checkCount, longestMs };
    },
  };
}
