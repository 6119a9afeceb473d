import { refuse } from "@souk/contract";
import type { FulfillmentRow, Order } from "../orders/index.ts";

/** A fulfillment of an order. @throws Refusal not_found */
export function requireFulfillment({ fulfillments }: Order, id: number): FulfillmentRow {
  return fulfillments.find((row) => row.id === id) ?? refuse("not_found");
}

/** The order with one of its fulfillments changed. */
export function withRow(order: Order, row: FulfillmentRow): Order {
  return { ...order, fulfillments: order.fulfillments.map((one) => (one.id === row.id ? row : one)) };
}
