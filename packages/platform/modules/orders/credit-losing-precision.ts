import type { Queryable } from "@souk/database";
import type { AmountLosingPrecision } from "../stores/index.ts";

const text = `
  select number from orders
  where store_id = $1 and credit_used <> round(credit_used, $2)
    and exists (select from customers where store_id = $1 and id = customer_id)
  order by id limit 1`;

/**
 * Find an order of an existing customer that was paid with store credit of more than `decimals` decimal places. This
 * is called when the store's currency changes.
 */
export async function findCreditLosingPrecision(
  db: Queryable,
  storeId: number,
  decimals: number,
): Promise<AmountLosingPrecision | null> {
  const order = await db.maybeOne<{ number: number }>(text, [storeId, decimals]);
  if (!order) return null;
  const subject = `The store credit that order #${order.number} was paid with`;
  return { subject, remedy: "Cancel the order or refund its store credit in full first." };
}
