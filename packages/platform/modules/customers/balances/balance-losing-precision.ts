import type { Queryable } from "@souk/database";
import type { PrecisionLoss } from "../../stores/index.ts";

const text = `
  select exists (
    select from customers where store_id = $1 and total_credit <> round(total_credit, $2)) as loses_precision`;

/**
 * Check whether any customer's store credit has more than this number of decimal places. Call it before the store's currency changes.
 * @returns what would lose precision, or null if nothing would
 */
export async function findBalanceLosingPrecision(
  db: Queryable,
  storeId: number,
  decimals: number,
): Promise<PrecisionLoss | null> {
  const row = await db.one<{ loses_precision: boolean }>(text, [storeId, decimals]);
  return row.loses_precision ? { subject: "A customer's store credit", remedy: "Change it first." } : null;
}
