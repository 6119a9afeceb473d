import type { TransactionRow } from "../order-rows.ts";

/** Return when a transaction ended, in ISO 8601; null while it is pending. */
export function getProcessedAt({ status, processed_at, updated_at }: TransactionRow): string | null {
  // Rows that ended before migration 0037, or by the previous release, have no processed_at; they are unchanged since updated_at.
  return status === "pending" ? null : (processed_at ?? updated_at);
}
