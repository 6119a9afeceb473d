import { fulfillmentOrderRules } from "@souk/contract";
import type { FulfillmentOrderLineRow, Order, OrderReturnRow } from "./order-rows.ts";

/** The units of an order line, by what happened to them. */
export interface LineQuantities {
  fulfilled: number;
  /** Units still to be shipped. */
  unfulfilled: number;
  /** Units restocked by refunds, whether shipped before or not. */
  refunded: number;
  /** The refunded units that had been shipped and came back. */
  cameBack: number;
  /** Units of completed returns. */
  returned: number;
}

/** The units of a fulfillment order line, by what happened to them. */
export interface FulfillmentOrderLineQuantities {
  fulfilled: number;
  /** Units removed by refunds before they were shipped. */
  removed: number;
  /** Units still to be shipped; 0 when the order is cancelled. */
  open: number;
  /** Units that will not be shipped because the order was cancelled. */
  cancelled: number;
}

function add(sums: Map<number, number>, id: number, quantity: number): void {
  sums.set(id, (sums.get(id) ?? 0) + quantity);
}

/** Count the shipped, removed, open and cancelled units of each fulfillment order line, by the line's id. */
export function computeFulfillmentOrderLineQuantities(
  order: Order,
): ReadonlyMap<number, FulfillmentOrderLineQuantities> {
  const cancelledIds = new Set(
    order.fulfillments.filter(({ status }) => status === "cancelled").map(({ id }) => id),
  );
  const fulfilled = new Map<number, number>();
  for (const line of order.fulfillment_lines)
    if (!cancelledIds.has(line.fulfillment_id)) add(fulfilled, line.fulfillment_order_line_id, line.quantity);
  const removed = new Map<number, number>();
  for (const { fulfillment_order_line_id, is_reverted, quantity } of order.refund_lines)
    if (fulfillment_order_line_id !== null && !is_reverted) add(removed, fulfillment_order_line_id, quantity);
  const isCancelled = order.order.status === "cancelled";
  return new Map(
    order.fulfillment_order_lines.map(({ id, quantity }) => {
      const sent = fulfilled.get(id) ?? 0;
      const taken = removed.get(id) ?? 0;
      const left = quantity - sent - taken;
      const [open, cancelled] = isCancelled ? [0, left] : [left, 0];
      return [id, { fulfilled: sent, removed: taken, open, cancelled }];
    }),
  );
}

/** Count the shipped, open, refunded and returned units of each order line, by the line's id. */
export function computeLineQuantities(order: Order): ReadonlyMap<number, LineQuantities> {
  const completed = new Set(order.returns.filter(({ status }) => status === "completed").map(({ id }) => id));
  const quantitiesById = computeFulfillmentOrderLineQuantities(order);
  const lines = new Map<number, LineQuantities>(
    order.lines.map(({ id }) => [
      id,
      { fulfilled: 0, unfulfilled: 0, refunded: 0, cameBack: 0, returned: 0 },
    ]),
  );
  for (const { id, line_item_id } of order.fulfillment_order_lines) {
    const line = lines.get(line_item_id);
    if (!line) continue;
    line.fulfilled += quantitiesById.get(id)?.fulfilled ?? 0;
    line.unfulfilled += quantitiesById.get(id)?.open ?? 0;
  }
  for (const { line_item_id, quantity, is_reverted, fulfillment_order_line_id } of order.refund_lines) {
    const line = lines.get(line_item_id);
    if (!line || is_reverted) continue;
    line.refunded += quantity;
    if (fulfillment_order_line_id === null) line.cameBack += quantity;
  }
  for (const { line_item_id, order_return_id, quantity } of order.return_lines) {
    const line = lines.get(line_item_id);
    if (line && completed.has(order_return_id)) line.returned += quantity;
  }
  return lines;
}

/** The statuses of returns whose units are still expected. */
export const openReturnStatuses: readonly OrderReturnRow["status"][] = ["requested", "accepted"];

/**
 * Count the units of each order line that returns still expect, by the line's id.
 * @param filter the return to ignore, or null, and the statuses of the returns to count, by default the open ones
 */
export function countExpectedReturns(
  order: Order,
  {
    ignoredReturnId,
    statuses = openReturnStatuses,
  }: { ignoredReturnId: number | null; statuses?: typeof openReturnStatuses },
): ReadonlyMap<number, number> {
  const open = new Set(
    order.returns
      .filter(({ id, status }) => id !== ignoredReturnId && statuses.includes(status))
      .map(({ id }) => id),
  );
  const units = new Map<number, number>();
  for (const { order_return_id, line_item_id, quantity } of order.return_lines)
    if (open.has(order_return_id)) add(units, line_item_id, quantity);
  return units;
}

type FulfillmentOrderStatus = (typeof fulfillmentOrderRules)[number]["status"];

/** Units of a fulfillment order: shipped, and still to be shipped. */
interface Units {
  sent: number;
  left: number;
}

const statusConditions: Readonly<Record<FulfillmentOrderStatus, (units: Units) => boolean>> = {
  in_progress: ({ sent, left }) => sent > 0 && left > 0,
  open: ({ left }) => left > 0,
  closed: ({ sent }) => sent > 0,
  cancelled: () => true,
};

/** Derive the status of a fulfillment order from the units of its lines. */
export function deriveFulfillmentOrderStatus(
  lines: readonly FulfillmentOrderLineRow[],
  quantitiesById: ReadonlyMap<number, FulfillmentOrderLineQuantities>,
): FulfillmentOrderStatus {
  const sum = (key: keyof FulfillmentOrderLineQuantities) =>
    lines.reduce((total, { id }) => total + (quantitiesById.get(id)?.[key] ?? 0), 0);
  const units = { sent: sum("fulfilled"), left: sum("open") };
  return fulfillmentOrderRules.find(({ status }) => statusConditions[status](units))?.status ?? "cancelled";
}
