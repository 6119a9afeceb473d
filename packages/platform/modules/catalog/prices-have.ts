import type { Queryable } from "@souk/database";

const text = `
  select not exists (
    select from variants where store_id = $1 and (price <> round(price, $2)
      or compare_at_price <> round(compare_at_price, $2) or cost_price <> round(cost_price, $2))) as fits`;

/** Whether every price of a store has at most so many decimals, so that none is cut when its currency changes. */
export async function pricesHave(run: Queryable, storeId: number, decimals: number): Promise<boolean> {
  const { rows } = await run.query<{ fits: boolean }>(text, [storeId, decimals]);
  return rows[0]?.fits ?? false;
}
