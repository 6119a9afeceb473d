import { throwApiError } from "@souk/contract";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildChildText, buildReturnJson, type Order } from "../orders/index.ts";

/** Build the JSON text of a return of an order. @throws ApiError `not_found` if the order has no return with this id */
export function buildReturnText(store: Store, order: Order, id: number): string {
  const row = order.returns.find((orderReturnRow) => orderReturnRow.id === id) ?? throwApiError("not_found");
  return buildChildText(buildReturnJson, { store, order }, row);
}
