import { refuse } from "@souk/contract";
import type { Store } from "../../routing/call.ts";
import { type Order, orderReturnJson, partText } from "../orders/index.ts";

/** A return of an order as JSON. @throws Refusal not_found when the order has none of this id */
export function returnText(store: Store, order: Order, id: number): string {
  const row = order.returns.find((one) => one.id === id) ?? refuse("not_found");
  return partText(orderReturnJson, { store, order }, row);
}
