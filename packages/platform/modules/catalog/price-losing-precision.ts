import type { Queryable } from "@souk/database";
import type { AmountLosingPrecision } from "../stores/index.ts";
import { variantColumnUses } from "./variants/variant-columns.ts";

const isLosing = variantColumnUses
  .namesWithInput("money")
  .map((name) => `${name} <> round(${name}, $2)`)
  .join(" or ");

const text = `select exists (select from variants where store_id = $1 and (${isLosing})) as cuts`;

/** Find a price with more decimals than given; called when the store's currency changes. */
export async function findPriceLosingPrecision(
  db: Queryable,
  storeId: number,
  decimals: number,
): Promise<AmountLosingPrecision | null> {
  const row = await db.one<{ cuts: boolean }>(text, [storeId, decimals]);
  return row?.cuts ? { called: "Some price", remedy: "Change it first." } : null;
}
