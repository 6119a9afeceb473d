import type { Queryable } from "@souk/database";

const text = `
  select not exists (
    select from customers where store_id = $1 and total_credit <> round(total_credit, $2)) as fits`;

/** Whether every customer's credit has at most so many decimals, so that none is cut when the store's currency changes. */
export async function creditsHave(run: Queryable, storeId: number, decimals: number): Promise<boolean> {
  const { rows } = await run.query<{ fits: boolean }>(text, [storeId, decimals]);
  return rows[0]?.fits ?? false;
}
