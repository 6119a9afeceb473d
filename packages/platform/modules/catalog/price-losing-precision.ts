import type { Queryable } from "@souk/database";
import type { AmountLosingPrecision } from "../stores/index.ts";
import { variantColumnFunctions } from "./variants/variant-columns.ts";

const losesPrecisionSql = variantColumnFunctions
  .listNamesWithInput("money")
  .map((name) => `${name} <> round(${name}, $2)`)
  .join(" or ");

const text = `select exists (select from variants where store_id = $1 and (${losesPrecisionSql})) as found`;

/**
 * Check whether a price has more decimal places than a new store currency, which would cut them off.
 * @param decimals the number of decimal places of the new currency
 * @returns what to call the price in an error, and what to do about it; null when all prices fit
 */
export async function findPriceLosingPrecision(
  db: Queryable,
  storeId: number,
  decimals: number,
): Promise<AmountLosingPrecision | null> {
  const row = await db.one<{ found: boolean }>(text, [storeId, decimals]);
  return row?.found ? { subject: "A price", remedy: "Change it first." } : null;
}
