import type { Store } from "../../../infrastructure/routing/call.ts";
import { buildChildText, buildTransactionJson } from "../order-children-json.ts";
import type { Order } from "../order-rows.ts";

/** Build the JSON text of a transaction of an order. */
export function buildTransactionText(order: Order, store: Store, id: number): string {
  const row = order.transactions.find((transaction) => transaction.id === id);
  if (!row) throw new Error(`Order ${order.order.id} has no transaction ${id}.`);
  return buildChildText(buildTransactionJson, { store, order }, row);
}
