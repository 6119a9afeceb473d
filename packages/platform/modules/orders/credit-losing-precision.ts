import type { Queryable } from "@souk/database";
import type { PrecisionLoss } from "../stores/index.ts";

const creditLosingPrecisionText = `
  select number from orders
  where store_id = $1 and credit_used <> round(credit_used, $2)
    and exists (select from customers where store_id = $1 and id = customer_id)
  order by id limit 1`;

/**
 * Find an order that was paid with store credit of more than `decimals` decimal places, and whose customer exists. Such an order
 * prevents the store from changing to a currency with that many decimal places.
 * @returns a description of the order's credit and what a person can do about it, or null if there is no such order
 */
export async function findCreditLosingPrecision(
  db: Queryable,
  storeId: number,
  decimals: number,
): Promise<PrecisionLoss | null> {
  const order = await db.maybeOne<{ number: number }>(creditLosingPrecisionText, [storeId, decimals]);
  if (!order) return null;
  const subject = `The store credit that order #${order.number} was paid with`;
  return { subject, remedy: "Cancel the order or refund its store credit in full first." };
}
