import type { Queryable } from "@souk/database";
import type { CutAmount } from "../stores/index.ts";

const text = `
  select number from orders
  where store_id = $1 and credit_used <> round(credit_used, $2)
    and exists (select from customers where store_id = $1 and id = customer_id)
  order by id limit 1`;

/** An order whose store credit, which it may give back to a customer who is there, has more than so many decimals; asked when the store's currency changes. */
export async function cutCreditUsed(
  run: Queryable,
  storeId: number,
  decimals: number,
): Promise<CutAmount | null> {
  const [order] = (await run.query<{ number: number }>(text, [storeId, decimals])).rows;
  if (!order) return null;
  const called = `The store credit that order #${order.number} was paid with`;
  return { called, remedy: "cancel the order, or refund that payment in full, first" };
}
