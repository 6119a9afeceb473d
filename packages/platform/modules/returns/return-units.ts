import {
  computeLineQuantities,
  countExpectedReturns,
  type Order,
  openReturnStatuses,
} from "../orders/index.ts";

/**
 * Count the units of each line of an order that a return can contain: units that shipped, did not come back with
 * a refund or a completed return, and are in no other return that takes precedence.
 * @param ignoredReturnId the id of the return itself, whose units do not count; null for a new return
 * @param statuses the statuses of the returns that take precedence; by default all open statuses
 */
export function countReturnableUnits(
  order: Order,
  ignoredReturnId: number | null,
  statuses = openReturnStatuses,
): ReadonlyMap<number, number> {
  const expected = countExpectedReturns(order, { ignoredReturnId, statuses });
  return new Map(
    [...computeLineQuantities(order)].map(([line, { fulfilled, cameBack, returned }]) => [
      line,
      fulfilled - cameBack - returned - (expected.get(line) ?? 0),
    ]),
  );
}

/** Return the location that first shipped units of a line; undefined if no units were shipped. */
export function findOriginLocation(order: Order, lineId: number): number | undefined {
  const cancelledIds = new Set(
    order.fulfillments.filter(({ status }) => status === "cancelled").map(({ id }) => id),
  );
  const shippedLine = order.fulfillment_lines.find(
    ({ line_item_id, fulfillment_id }) => line_item_id === lineId && !cancelledIds.has(fulfillment_id),
  );
  const orderLine = order.fulfillment_order_lines.find(
    ({ id }) => id === shippedLine?.fulfillment_order_line_id,
  );
  return order.fulfillment_orders.find(({ id }) => id === orderLine?.fulfillment_order_id)?.location_id;
}
