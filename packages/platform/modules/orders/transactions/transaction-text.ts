import type { Store } from "../../../routing/call.ts";
import type { Order } from "../order-rows.ts";
import { partText, transactionJson } from "../parts-json.ts";

/** The JSON of a transaction of an order. */
export function transactionText(order: Order, store: Store, id: number): string {
  const row = order.transactions.find((transaction) => transaction.id === id);
  if (!row) throw new Error(`Order ${order.order.id} has no transaction ${id}.`);
  return partText(transactionJson, { store, order }, row);
}
