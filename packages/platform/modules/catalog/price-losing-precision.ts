import type { Queryable } from "@souk/database";
import type { PrecisionLoss } from "../stores/index.ts";
import { variantColumnFunctions } from "./variants/variant-columns.ts";

const losesPrecisionSql = variantColumnFunctions
  .listColumnsWithInput("money")
  .map((name) => `${name} <> round(${name}, $2)`)
  .join(" or ");

const text = `select exists (select from variants where store_id = $1 and (${losesPrecisionSql})) as found`;

/**
 * Check whether a price of the store has more decimal places than a new currency allows.
 * @param decimals the number of decimal places of the new currency
 * @returns the subject and the remedy for an error, or null if the currency allows the decimal places of all prices
 */
export async function findPriceLosingPrecision(
  db: Queryable,
  storeId: number,
  decimals: number,
): Promise<PrecisionLoss | null> {
  const row = await db.one<{ found: boolean }>(text, [storeId, decimals]);
  return row?.found ? { subject: "A price", remedy: "Change it first." } : null;
}
