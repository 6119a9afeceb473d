import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type CustomerTotalsChange, lockCustomer } from "../customers/index.ts";

const lastOrderStatement = defineStatement(
  "customer_last_order",
  "select max(id) as id from orders where store_id = $1 and customer_id = $2 and id <> $3",
);

/**
 * If a change removes an order from a customer, lock the customer and return the change with the id of the customer's
 * newest remaining order. Return any other change unchanged.
 */
export async function addLastOrderId(
  tx: Transaction,
  store: Store,
  { change, removedOrderId }: { change: CustomerTotalsChange; removedOrderId: number },
): Promise<CustomerTotalsChange> {
  const { customer_id } = change;
  if (change.order_count_delta >= 0) return change;
  // Lock in a separate statement, so that the next statement sees orders that another transaction assigned to this customer.
  await lockCustomer(tx, store, customer_id);
  const row = await tx.one<{ id: number | null }>(lastOrderStatement, [
    store.id,
    customer_id,
    removedOrderId,
  ]);
  return { ...change, last_order_id: row.id ?? null };
}
