import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@souk/database";
import { silentLog } from "@souk/testkit";

const lookEveryMs = 200;

/** Active endpoints with a lane that is due or waits for its turn, and no process that holds them. */
const unownedText = `
  select e.id from endpoints e
  where e.breaker <> 'open' and (e.leased_until is null or e.leased_until <= clock_timestamp())
    and exists (select from lanes where lanes.endpoint_id = e.id
      and (lanes.queued_at is not null or lanes.wake_at <= clock_timestamp()))`;

/** Watch for endpoints that are due and that no process holds. */
export function watchUnowned(connection: string): { stop(): Promise<{ looks: number; longestMs: number }> } {
  const database = openDatabase({ connection, log: silentLog, maxConnections: 1 });
  const since = new Map<number, number>();
  let [looks, longestMs, stopped] = [0, 0, false];

  async function look(): Promise<void> {
    const rows = await database.many<{ id: number }>(unownedText);
    const now = performance.now();
    const unowned = new Set(rows.map(({ id }) => id));
    for (const id of since.keys()) if (!unowned.has(id)) since.delete(id);
    for (const id of unowned) {
      const begun = since.get(id) ?? now;
      since.set(id, begun);
      longestMs = Math.max(longestMs, now - begun);
    }
    looks++;
  }

  async function watch(): Promise<void> {
    for (; !stopped; await sleep(lookEveryMs)) await look();
  }

  const watching = watch();
  return {
    stop: async () => {
      stopped = true;
      await watching.finally(() => database.close());
      return { looks, longestMs };
    },
  };
}
