import type { SecurityEventKind } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import { isTotalKey, maxRecorded, recordSecurityEvent } from "./record-security-event.ts";

interface EventCount {
  hour: Date;
  key: string;
  kind: SecurityEventKind;
  account_id: number | null;
  store_id: number | null;
  client_address: string;
  count: number;
}

/** The maximum number of counts that are deleted in one transaction. */
const maxCountsAtOnce = 1_000;

async function deletePastCounts(tx: Queryable): Promise<EventCount[]> {
  return tx.many<EventCount>(
    `delete from security_event_counts where (hour, key) in (
       select hour, key from security_event_counts where hour < date_trunc('hour', clock_timestamp())
       order by hour, key limit $1)
     returning hour, key, kind, account_id, store_id, client_address, count`,
    [maxCountsAtOnce],
  );
}

async function recordOmittedCount(tx: Queryable, eventCount: EventCount): Promise<void> {
  const { key, kind, account_id, store_id, count, hour, client_address } = eventCount;
  const is_whole_platform = isTotalKey(key, kind);
  const max = is_whole_platform ? maxRecorded.total : maxRecorded.per_source;
  if (count <= max) return;
  await recordSecurityEvent(tx, {
    kind: "events_omitted",
    account_id,
    store_id,
    client: { client_address, user_agent: "", request_id: "" },
    details: { kind, count: count - max, hour: hour.toISOString(), is_whole_platform },
  });
}

/**
 * Delete the counts of past hours. If a count is above its limit, record how many events above the limit were omitted from the
 * security events.
 * @returns the number of deleted counts
 */
export async function recordOmittedEventCounts(
  database: Database,
  stopSignal?: AbortSignal,
): Promise<number> {
  let deletedCount = 0;
  while (!stopSignal?.aborted) {
    const batchSize = await database.transaction(async (tx) => {
      const counts = await deletePastCounts(tx);
      for (const eventCount of counts) await recordOmittedCount(tx, eventCount);
      return counts.length;
    });
    deletedCount += batchSize;
    if (batchSize < maxCountsAtOnce) break;
  }
  return deletedCount;
}
