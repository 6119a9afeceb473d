import { fulfillmentOrderRules } from "@souk/contract";
import type { FulfillmentOrderLineRow, Order, OrderReturnRow } from "./order-rows.ts";

/** The numbers of units of an order line in each state. */
export interface LineQuantities {
  fulfilled: number;
  /** Units that still have to ship. */
  unfulfilled: number;
  /** Units that refunds restocked, both shipped and unshipped ones. */
  refunded: number;
  /** The refunded units that had shipped before they were restocked. */
  refundedAfterShipping: number;
  /** Units of completed returns. */
  returned: number;
}

/** The numbers of units of a fulfillment order line in each state. */
export interface FulfillmentOrderLineQuantities {
  fulfilled: number;
  /** Units that refunds removed before they shipped. */
  removed: number;
  /** Units that still have to ship; 0 if the order is canceled. */
  open: number;
  /** Units that will not ship because the order was canceled. */
  canceled: number;
}

function addUnits(sums: Map<number, number>, id: number, quantity: number): void {
  sums.set(id, (sums.get(id) ?? 0) + quantity);
}

/** Count the fulfilled, removed, open and canceled units of each fulfillment order line, by the line's id. */
export function computeFulfillmentOrderLineQuantities(
  order: Order,
): ReadonlyMap<number, FulfillmentOrderLineQuantities> {
  const canceledIds = new Set(
    order.fulfillments.filter(({ status }) => status === "cancelled").map(({ id }) => id),
  );
  const fulfilledById = new Map<number, number>();
  for (const line of order.fulfillment_lines)
    if (!canceledIds.has(line.fulfillment_id))
      addUnits(fulfilledById, line.fulfillment_order_line_id, line.quantity);
  const removedById = new Map<number, number>();
  for (const { fulfillment_order_line_id, is_reverted, quantity } of order.refund_lines)
    if (fulfillment_order_line_id !== null && !is_reverted)
      addUnits(removedById, fulfillment_order_line_id, quantity);
  const isCanceled = order.order.status === "cancelled";
  return new Map(
    order.fulfillment_order_lines.map(({ id, quantity }) => {
      const fulfilled = fulfilledById.get(id) ?? 0;
      const removed = removedById.get(id) ?? 0;
      const remaining = quantity - fulfilled - removed;
      const [open, canceled] = isCanceled ? [0, remaining] : [remaining, 0];
      return [id, { fulfilled, removed, open, canceled }];
    }),
  );
}

/** Count the fulfilled, unfulfilled, refunded and returned units of each order line, by the line's id. */
export function computeLineQuantities(order: Order): ReadonlyMap<number, LineQuantities> {
  const completedIds = new Set(
    order.returns.filter(({ status }) => status === "completed").map(({ id }) => id),
  );
  const fulfillmentOrderLineQuantities = computeFulfillmentOrderLineQuantities(order);
  const quantitiesByLine = new Map<number, LineQuantities>(
    order.lines.map(({ id }) => [
      id,
      { fulfilled: 0, unfulfilled: 0, refunded: 0, refundedAfterShipping: 0, returned: 0 },
    ]),
  );
  for (const { id, line_item_id } of order.fulfillment_order_lines) {
    const quantities = quantitiesByLine.get(line_item_id);
    if (!quantities) continue;
    quantities.fulfilled += fulfillmentOrderLineQuantities.get(id)?.fulfilled ?? 0;
    quantities.unfulfilled += fulfillmentOrderLineQuantities.get(id)?.open ?? 0;
  }
  for (const { line_item_id, quantity, is_reverted, fulfillment_order_line_id } of order.refund_lines) {
    const quantities = quantitiesByLine.get(line_item_id);
    if (!quantities || is_reverted) continue;
    quantities.refunded += quantity;
    if (fulfillment_order_line_id === null) quantities.refundedAfterShipping += quantity;
  }
  for (const { line_item_id, order_return_id, quantity } of order.return_lines) {
    const quantities = quantitiesByLine.get(line_item_id);
    if (quantities && completedIds.has(order_return_id)) quantities.returned += quantity;
  }
  return quantitiesByLine;
}

/** The statuses of returns whose units are still expected to arrive. */
export const openReturnStatuses: readonly OrderReturnRow["status"][] = ["requested", "accepted"];

/**
 * Count the units that returns are expected to bring back, by the id of the order line.
 * @param ignoredReturnId the id of a return that is not counted, or null
 * @param statuses the statuses of the returns to count, by default the open statuses
 */
export function countExpectedReturns(
  order: Order,
  {
    ignoredReturnId,
    statuses = openReturnStatuses,
  }: { ignoredReturnId: number | null; statuses?: typeof openReturnStatuses },
): ReadonlyMap<number, number> {
  const countedIds = new Set(
    order.returns
      .filter(({ id, status }) => id !== ignoredReturnId && statuses.includes(status))
      .map(({ id }) => id),
  );
  const units = new Map<number, number>();
  for (const { order_return_id, line_item_id, quantity } of order.return_lines)
    if (countedIds.has(order_return_id)) addUnits(units, line_item_id, quantity);
  return units;
}

type FulfillmentOrderStatus = (typeof fulfillmentOrderRules)[number]["status"];

/** How many units of a fulfillment order have shipped, and how many still have to ship. */
interface UnitCounts {
  fulfilled: number;
  open: number;
}

/** The conditions of the statuses. The first condition that is true, in the sequence of `fulfillmentOrderRules`, decides. */
const statusConditions: Readonly<Record<FulfillmentOrderStatus, (counts: UnitCounts) => boolean>> = {
  in_progress: ({ fulfilled, open }) => fulfilled > 0 && open > 0,
  open: ({ open }) => open > 0,
  closed: ({ fulfilled }) => fulfilled > 0,
  cancelled: () => true,
};

/** Derive the status of a fulfillment order from the units of its lines. */
export function deriveFulfillmentOrderStatus(
  lines: readonly FulfillmentOrderLineRow[],
  quantitiesById: ReadonlyMap<number, FulfillmentOrderLineQuantities>,
): FulfillmentOrderStatus {
  const sum = (key: keyof FulfillmentOrderLineQuantities) =>
    lines.reduce((total, { id }) => total + (quantitiesById.get(id)?.[key] ?? 0), 0);
  const counts = { fulfilled: sum("fulfilled"), open: sum("open") };
  return fulfillmentOrderRules.find(({ status }) => statusConditions[status](counts))?.status ?? "cancelled";
}
