import { throwApiError } from "@souk/contract";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildPartText, type Order, orderReturnJson } from "../orders/index.ts";

/**
 * Build the JSON text of a return of an order. @throws ApiError not_found when the order has no such return
 */
export function buildReturnText(store: Store, order: Order, id: number): string {
  const row = order.returns.find((orderReturnRow) => orderReturnRow.id === id) ?? throwApiError("not_found");
  return buildPartText(orderReturnJson, { store, order }, row);
}
