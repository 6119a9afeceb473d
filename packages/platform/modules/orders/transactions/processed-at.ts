import type { TransactionRow } from "../order-rows.ts";

/** When a transaction ended, in ISO 8601; null: it is pending. */
export function processedAt({ status, processed_at, updated_at }: TransactionRow): string | null {
  // What ended before 0037 has not been changed since, or it would have the column.
  return status === "pending" ? null : (processed_at ?? updated_at);
}
