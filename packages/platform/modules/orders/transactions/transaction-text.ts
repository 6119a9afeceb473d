import type { Store } from "../../../infrastructure/routing/call.ts";
import type { Order } from "../order-rows.ts";
import { buildPartText, transactionJson } from "../parts-json.ts";

/** Build the JSON text of a transaction of an order. */
export function buildTransactionText(order: Order, store: Store, id: number): string {
  const row = order.transactions.find((transaction) => transaction.id === id);
  if (!row) throw new Error(`Order ${order.order.id} has no transaction ${id}.`);
  return buildPartText(transactionJson, { store, order }, row);
}
