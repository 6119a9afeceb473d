import { expectedBack, lineQuantities, type Order } from "../orders/index.ts";

/**
 * How many units of each line of an order can still come back: those that were sent, did not come back with a refund and are in
 * no other return that is completed, accepted or requested.
 * @param besides the return whose own units do not count; null: it is new
 */
export function returnableUnits(order: Order, besides: number | null): ReadonlyMap<number, number> {
  const expected = expectedBack(order, besides);
  return new Map(
    [...lineQuantities(order)].map(([line, { fulfilled, cameBack, returned }]) => [
      line,
      fulfilled - cameBack - returned - (expected.get(line) ?? 0),
    ]),
  );
}

/** The location that units of a line were first sent from; undefined when none were sent. */
export function sentFrom(order: Order, lineId: number): number | undefined {
  const gone = new Set(order.fulfillments.filter(({ status }) => status === "cancelled").map(({ id }) => id));
  const sent = order.fulfillment_lines.find(
    ({ line_item_id, fulfillment_id }) => line_item_id === lineId && !gone.has(fulfillment_id),
  );
  const share = order.fulfillment_order_lines.find(({ id }) => id === sent?.fulfillment_order_line_id);
  return order.fulfillment_orders.find(({ id }) => id === share?.fulfillment_order_id)?.location_id;
}
