import type { Queryable } from "@souk/database";
import type { CutAmount } from "../../stores/index.ts";

const text = `
  select exists (
    select from customers where store_id = $1 and total_credit <> round(total_credit, $2)) as cuts`;

/** A customer's store credit with more than so many decimals; asked when the store's currency changes. */
export async function cutCredit(
  run: Queryable,
  storeId: number,
  decimals: number,
): Promise<CutAmount | null> {
  const [row] = (await run.query<{ cuts: boolean }>(text, [storeId, decimals])).rows;
  return row?.cuts ? { called: "Some customer's store credit", remedy: "change it first" } : null;
}
