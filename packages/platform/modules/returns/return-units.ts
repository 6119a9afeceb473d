import {
  computeLineQuantities,
  countExpectedReturns,
  type Order,
  openReturnStatuses,
} from "../orders/index.ts";

/**
 * Count, for each line of an order, the units that a return can contain: fulfilled units that were not refunded or returned,
 * and are not in another return with one of the given statuses.
 * @param ignoredReturnId the id of the return itself, whose units are ignored; null for a new return
 * @param statuses the statuses of other returns whose units are excluded; by default all open statuses
 */
export function countReturnableUnits(
  order: Order,
  ignoredReturnId: number | null,
  statuses = openReturnStatuses,
): ReadonlyMap<number, number> {
  const expectedReturns = countExpectedReturns(order, { ignoredReturnId, statuses });
  return new Map(
    [...computeLineQuantities(order)].map(([line, { fulfilled, refundedAfterShipping, returned }]) => [
      line,
      fulfilled - refundedAfterShipping - returned - (expectedReturns.get(line) ?? 0),
    ]),
  );
}

/** Find the location that first shipped units of a line. @returns undefined if no units were fulfilled */
export function findOriginLocation(order: Order, lineId: number): number | undefined {
  const canceledIds = new Set(
    order.fulfillments.filter(({ status }) => status === "cancelled").map(({ id }) => id),
  );
  const fulfillmentLine = order.fulfillment_lines.find(
    ({ line_item_id, fulfillment_id }) => line_item_id === lineId && !canceledIds.has(fulfillment_id),
  );
  const orderLine = order.fulfillment_order_lines.find(
    ({ id }) => id === fulfillmentLine?.fulfillment_order_line_id,
  );
  return order.fulfillment_orders.find(({ id }) => id === orderLine?.fulfillment_order_id)?.location_id;
}
