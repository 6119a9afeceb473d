import { canTransition, fulfillmentRules, fulfillmentStates } from "@souk/contract";
import { formatMinorUnits, toMinorUnits } from "./amounts.ts";
import { computeOrderMoney, deriveFinancialStatus } from "./order-money.ts";
import type { FulfillmentOrderRow, FulfillmentStatus, Order, OrderRow } from "./order-rows.ts";
import {
  computeFulfillmentOrderLineQuantities,
  computeLineQuantities,
  type LineQuantities,
} from "./quantities.ts";

/** The numbers of units of all lines together. */
interface UnitCounts {
  fulfilled: number;
  unfulfilled: number;
  /** Units that were returned, or restocked by a refund after they had shipped. */
  returned: number;
}

const statusConditions: Readonly<Record<FulfillmentStatus, (counts: UnitCounts) => boolean>> = {
  returned: ({ fulfilled, unfulfilled, returned }) =>
    returned > 0 && returned >= fulfilled && unfulfilled === 0,
  partially_returned: ({ returned }) => returned > 0,
  unfulfilled: ({ fulfilled }) => fulfilled === 0,
  partially_fulfilled: ({ unfulfilled }) => unfulfilled > 0,
  fulfilled: () => true,
};

function deriveFulfillmentStatus(lines: Iterable<LineQuantities>): FulfillmentStatus {
  const counts = { fulfilled: 0, unfulfilled: 0, returned: 0 };
  for (const { fulfilled, unfulfilled, refundedAfterShipping, returned } of lines) {
    counts.fulfilled += fulfilled;
    counts.unfulfilled += unfulfilled;
    counts.returned += refundedAfterShipping + returned;
  }
  return fulfillmentRules.find(({ status }) => statusConditions[status](counts))?.status ?? "unfulfilled";
}

/**
 * Return the fulfillment orders with new values of `blocks_location_delete`. A fulfillment order blocks the deletion of
 * its location while it has units to ship, or a fulfillment that can still be canceled, because the units of a canceled
 * fulfillment have to ship again.
 */
function markLocationBlockers(order: Order): FulfillmentOrderRow[] {
  const quantitiesById = computeFulfillmentOrderLineQuantities(order);
  const cancelableFulfillmentIds = new Set(
    order.fulfillments
      .filter(({ status }) => canTransition(fulfillmentStates, status, "cancelled"))
      .map(({ id }) => id),
  );
  const cancelableLineIds = new Set(
    order.fulfillment_lines.flatMap((line) =>
      cancelableFulfillmentIds.has(line.fulfillment_id) ? line.fulfillment_order_line_id : [],
    ),
  );
  const blockingIds = new Set(
    order.fulfillment_order_lines
      .filter(({ id }) => (quantitiesById.get(id)?.open ?? 0) > 0 || cancelableLineIds.has(id))
      .map(({ fulfillment_order_id }) => fulfillment_order_id),
  );
  return order.fulfillment_orders.map((row) => ({ ...row, blocks_location_delete: blockingIds.has(row.id) }));
}

/**
 * Return the order with the values that are derived from its other rows: amounts paid and refunded, financial and
 * fulfillment status, and which fulfillment orders block the deletion of their location. Only this function sets these values.
 */
export function deriveOrder(order: Order): Order {
  const row = order.order;
  const decimals = row.currency_decimals;
  const money = computeOrderMoney(order);
  const derivedColumns: Partial<OrderRow> = {
    total_paid: formatMinorUnits(money.paid, decimals),
    total_refund_amount: formatMinorUnits(money.refunded, decimals),
    credit_used: formatMinorUnits(money.credit, decimals),
    point_used: money.points,
    financial_status: deriveFinancialStatus(money, toMinorUnits(row.total_price, decimals)),
    fulfillment_status: deriveFulfillmentStatus(computeLineQuantities(order).values()),
  };
  return { ...order, order: { ...row, ...derivedColumns }, fulfillment_orders: markLocationBlockers(order) };
}
