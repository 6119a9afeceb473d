import type { TransactionRow } from "../order-rows.ts";

/** Return the time when a transaction succeeded or failed, as ISO 8601; null while it is pending. */
export function getProcessedAt({ status, processed_at, updated_at }: TransactionRow): string | null {
  // Rows that were finished before migration 0037, or by the previous release, have no processed_at. They have not changed
  // since, so updated_at is the right time.
  return status === "pending" ? null : (processed_at ?? updated_at);
}
