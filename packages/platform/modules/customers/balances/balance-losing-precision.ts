import type { Queryable } from "@souk/database";
import type { AmountLosingPrecision } from "../../stores/index.ts";

const text = `
  select exists (
    select from customers where store_id = $1 and total_credit <> round(total_credit, $2)) as cuts`;

/** Find a customer's store credit with more decimals than given; called when the store's currency changes. */
export async function findBalanceLosingPrecision(
  db: Queryable,
  storeId: number,
  decimals: number,
): Promise<AmountLosingPrecision | null> {
  const row = await db.one<{ cuts: boolean }>(text, [storeId, decimals]);
  return row?.cuts ? { called: "Some customer's store credit", remedy: "Change it first." } : null;
}
