import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type BuyerMove, lockCustomer } from "../customers/index.ts";

const statement = defineStatement(
  "order_last_of",
  "select max(id) as id from orders where store_id = $1 and customer_id = $2 and id <> $3",
);

/**
 * Lock the customer that an order leaves, and add the customer's last remaining order to the move. Other moves
 * are returned unchanged.
 */
export async function addLastOrder(
  tx: Transaction,
  store: Store,
  { move, leftOrderId }: { move: BuyerMove; leftOrderId: number },
): Promise<BuyerMove> {
  if (move.orders >= 0) return move;
  // Lock in a statement of its own, so the next one sees orders that another transaction gives to this customer.
  await lockCustomer(tx, store, move.customer_id);
  const row = await tx.one<{ id: number | null }>(statement, [store.id, move.customer_id, leftOrderId]);
  return { ...move, last_order_id: row.id ?? null };
}
