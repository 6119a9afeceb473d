import { throwApiError } from "@souk/contract";
import type { FulfillmentRow, Order } from "../orders/index.ts";

/** Return the row of a fulfillment of an order. @throws ApiError `not_found` */
export function getFulfillmentRow({ fulfillments }: Order, id: number): FulfillmentRow {
  return fulfillments.find((row) => row.id === id) ?? throwApiError("not_found");
}

/** Return the order with this row in place of its fulfillment with the same id. */
export function replaceFulfillment(order: Order, row: FulfillmentRow): Order {
  return {
    ...order,
    fulfillments: order.fulfillments.map((fulfillment) => (fulfillment.id === row.id ? row : fulfillment)),
  };
}
