import type { Queryable } from "@souk/database";
import type { CutAmount } from "../stores/index.ts";

const text = `
  select exists (
    select from variants where store_id = $1 and (price <> round(price, $2)
      or compare_at_price <> round(compare_at_price, $2) or cost_price <> round(cost_price, $2))) as cuts`;

/** A price with more than so many decimals; asked when the store's currency changes. */
export async function cutPrice(run: Queryable, storeId: number, decimals: number): Promise<CutAmount | null> {
  const [row] = (await run.query<{ cuts: boolean }>(text, [storeId, decimals])).rows;
  return row?.cuts ? { called: "Some price", remedy: "change it first" } : null;
}
