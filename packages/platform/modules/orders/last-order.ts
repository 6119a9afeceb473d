import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { type BuyerMove, lockCustomer } from "../customers/index.ts";

const statement = {
  name: "order_last_of",
  text: "select max(id) as id from orders where store_id = $1 and customer_id = $2 and id <> $3",
};

/** The same move with the last order that the customer still has, where one leaves them; they are locked from then on. */
export async function withLastOrder(
  tx: Transaction,
  store: Store,
  { move, left }: { move: BuyerMove; left: number },
): Promise<BuyerMove> {
  if (move.orders >= 0) return move;
  // A statement before the one that reads: an order that they are getting is there once it has their lock.
  await lockCustomer(tx, store, move.customer_id);
  const { rows } = await tx.query<{ id: number | null }>(statement, [store.id, move.customer_id, left]);
  return { ...move, last_order_id: rows[0]?.id ?? null };
}
