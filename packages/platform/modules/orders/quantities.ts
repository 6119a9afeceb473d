import { fulfillmentOrderRules } from "@souk/contract";
import type { FulfillmentOrderLineRow, Order, OrderReturnRow } from "./order-rows.ts";

/** What became of the units of one line. */
export interface LineQuantities {
  fulfilled: number;
  /** Still to be sent. */
  unfulfilled: number;
  /** Put back by refunds, sent before or not. */
  refunded: number;
  /** Of those, the ones that had been sent and came back. */
  cameBack: number;
  /** Of completed returns. */
  returned: number;
}

/** The same of one line of a fulfillment order. */
export interface ShareQuantities {
  fulfilled: number;
  /** Taken away by refunds before they were sent. */
  removed: number;
  /** Still to be sent; 0 when the order is cancelled. */
  open: number;
  /** Not to be sent any more, since the order was cancelled. */
  cancelled: number;
}

function add(sums: Map<number, number>, id: number, quantity: number): void {
  sums.set(id, (sums.get(id) ?? 0) + quantity);
}

/** What became of the units of each line of a fulfillment order, by its id. */
export function shareQuantities(order: Order): ReadonlyMap<number, ShareQuantities> {
  const gone = new Set(order.fulfillments.filter(({ status }) => status === "cancelled").map(({ id }) => id));
  const fulfilled = new Map<number, number>();
  for (const line of order.fulfillment_lines)
    if (!gone.has(line.fulfillment_id)) add(fulfilled, line.fulfillment_order_line_id, line.quantity);
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

/** What became of the units of each line of an order, by its id. */
export function lineQuantities(order: Order): ReadonlyMap<number, LineQuantities> {
  const completed = new Set(order.returns.filter(({ status }) => status === "completed").map(({ id }) => id));
  const shares = shareQuantities(order);
  const lines = new Map<number, LineQuantities>(
    order.lines.map(({ id }) => [
      id,
      { fulfilled: 0, unfulfilled: 0, refunded: 0, cameBack: 0, returned: 0 },
    ]),
  );
  for (const { id, line_item_id } of order.fulfillment_order_lines) {
    const line = lines.get(line_item_id);
    if (!line) continue;
    line.fulfilled += shares.get(id)?.fulfilled ?? 0;
    line.unfulfilled += shares.get(id)?.open ?? 0;
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

/** The states of returns whose units are to come back. */
export const openReturns: readonly OrderReturnRow["status"][] = ["requested", "accepted"];

/**
 * Units of each line that are to come back, by its id.
 * @param of which returns count: `besides` does not, null: all do; those in `states` do, open ones unless said otherwise
 */
export function expectedBack(
  order: Order,
  { besides, states = openReturns }: { besides: number | null; states?: typeof openReturns },
): ReadonlyMap<number, number> {
  const open = new Set(
    order.returns.filter(({ id, status }) => id !== besides && states.includes(status)).map(({ id }) => id),
  );
  const units = new Map<number, number>();
  for (const { order_return_id, line_item_id, quantity } of order.return_lines)
    if (open.has(order_return_id)) add(units, line_item_id, quantity);
  return units;
}

type FulfillmentOrderStatus = (typeof fulfillmentOrderRules)[number]["status"];

/** Units of a fulfillment order: sent, and still to be sent. */
interface Units {
  sent: number;
  left: number;
}

const holds: Readonly<Record<FulfillmentOrderStatus, (units: Units) => boolean>> = {
  in_progress: ({ sent, left }) => sent > 0 && left > 0,
  open: ({ left }) => left > 0,
  closed: ({ sent }) => sent > 0,
  cancelled: () => true,
};

/** What stands of a fulfillment order, from what became of its lines. */
export function fulfillmentOrderStatus(
  lines: readonly FulfillmentOrderLineRow[],
  shares: ReadonlyMap<number, ShareQuantities>,
): FulfillmentOrderStatus {
  const sum = (of: keyof ShareQuantities) =>
    lines.reduce((total, { id }) => total + (shares.get(id)?.[of] ?? 0), 0);
  const units = { sent: sum("fulfilled"), left: sum("open") };
  return fulfillmentOrderRules.find(({ status }) => holds[status](units))?.status ?? "cancelled";
}
