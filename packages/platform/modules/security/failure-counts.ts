import type { Database, Queryable } from "@souk/database";
import { maxRecordedFailures, recordSecurityEvent } from "./record-security-event.ts";

interface FailureCount {
  hour: Date;
  key: string;
  account_id: number | null;
  client_address: string;
  count: number;
}

const maxCountsAtOnce = 1_000;

async function deletePastCounts(tx: Queryable): Promise<FailureCount[]> {
  return tx.many<FailureCount>(
    `delete from security_event_counts where (hour, key) in (
       select hour, key from security_event_counts where hour < date_trunc('hour', clock_timestamp())
       order by hour, key limit $1)
     returning hour, key, account_id, client_address, count`,
    [maxCountsAtOnce],
  );
}

async function recordUnrecorded(tx: Queryable, failures: FailureCount): Promise<void> {
  const { key, account_id, count, hour, client_address } = failures;
  const max = key === "" ? maxRecordedFailures.in_all : maxRecordedFailures.of_account_or_network;
  if (count <= max) return;
  await recordSecurityEvent(tx, {
    kind: "failures_counted",
    account_id,
    client: { client_address, user_agent: "", request_id: "" },
    details: { count: count - max, hour: hour.toISOString(), is_whole_platform: key === "" },
  });
}

/** Delete the counts of past hours, and record how many failed attempts were not recorded one by one. @returns how many counts were deleted */
export async function recordPastCounts(database: Database, stopSignal?: AbortSignal): Promise<number> {
  let deletedCount = 0;
  while (!stopSignal?.aborted) {
    const batchSize = await database.transaction(async (tx) => {
      const counts = await deletePastCounts(tx);
      for (const failures of counts) await recordUnrecorded(tx, failures);
      return counts.length;
    });
    deletedCount += batchSize;
    if (batchSize < maxCountsAtOnce) break;
  }
  return deletedCount;
}
