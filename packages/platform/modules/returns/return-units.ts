import { expectedBack, lineQuantities, type Order, openReturns } from "../orders/index.ts";

/**
 * How many units of each line of an order can still come back with a return: those that were sent, did not come back with a
 * refund or a completed return, and are in no other return that goes before it.
 * @param besides the return whose own units do not count; null: it is new
 * @param before the states of those that go before it; all open ones unless said otherwise
 */
export function returnableUnits(
  order: Order,
  besides: number | null,
  before = openReturns,
): ReadonlyMap<number, number> {
  const expected = expectedBack(order, { besides, states: before });
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
