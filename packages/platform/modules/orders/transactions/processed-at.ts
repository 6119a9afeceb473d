import type { TransactionRow } from "../order-rows.ts";

/** When a transaction ended, in ISO 8601; null: it is pending. */
export function processedAt({ status, processed_at, updated_at }: TransactionRow): string | null {
  // What ended before 0037, or by the release before, has not been changed by this one, or it would have the column.
  return status === "pending" ? null : (processed_at ?? updated_at);
}
