import type { Queryable } from "@souk/database";

const text = `
  select not exists (
    select from orders where store_id = $1 and credit_used <> round(credit_used, $2)) as fits`;

/** Whether the store credit that each order may give back has at most so many decimals, when the store's currency changes. */
export async function creditUsedHas(run: Queryable, storeId: number, decimals: number): Promise<boolean> {
  const { rows } = await run.query<{ fits: boolean }>(text, [storeId, decimals]);
  return rows[0]?.fits ?? false;
}
