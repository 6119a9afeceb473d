import type { TransactionRow } from "../order-rows.ts";

/** Return the time when a transaction succeeded or failed, as ISO 8601; null while it is pending. */
export function getProcessedAt({ status, processed_at, updated_at }: TransactionRow): string | null {
  // Transactions that ended before migration 0037, or under the previous release, have no processed_at. They have not changed
  // since they ended, so updated_at is the right time.
  return status === "pending" ? null : (processed_at ?? updated_at);
}
