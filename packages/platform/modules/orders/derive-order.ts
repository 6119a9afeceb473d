import { canTransition, fulfillmentRules, fulfillmentStates } from "@souk/contract";
import { formatMinorUnits, toMinorUnits } from "./amounts.ts";
import { computeOrderMoney, deriveFinancialStatus } from "./order-money.ts";
import type { FulfillmentOrderRow, FulfillmentStatus, Order, OrderRow } from "./order-rows.ts";
import {
  computeFulfillmentOrderLineQuantities,
  computeLineQuantities,
  type LineQuantities,
} from "./quantities.ts";

/** Units of all lines: shipped, still to be shipped, and returned. */
interface Units {
  sent: number;
  left: number;
  back: number;
}

const statusConditions: Readonly<Record<FulfillmentStatus, (units: Units) => boolean>> = {
  returned: ({ sent, left, back }) => back > 0 && back >= sent && left === 0,
  partially_returned: ({ back }) => back > 0,
  unfulfilled: ({ sent }) => sent === 0,
  partially_fulfilled: ({ left }) => left > 0,
  fulfilled: () => true,
};

function deriveFulfillmentStatus(lines: Iterable<LineQuantities>): FulfillmentStatus {
  const units = { sent: 0, left: 0, back: 0 };
  for (const { fulfilled, unfulfilled, cameBack, returned } of lines) {
    units.sent += fulfilled;
    units.left += unfulfilled;
    units.back += cameBack + returned;
  }
  return fulfillmentRules.find(({ status }) => statusConditions[status](units))?.status ?? "unfulfilled";
}

/**
 * Return the fulfillment orders, each marked whether it blocks the deletion of its location: it has units to
 * ship, or a fulfillment that can be cancelled, which makes units open again.
 */
function markLocationBlockers(order: Order): FulfillmentOrderRow[] {
  const quantitiesById = computeFulfillmentOrderLineQuantities(order);
  const cancelableFulfillments = new Set(
    order.fulfillments
      .filter(({ status }) => canTransition(fulfillmentStates, status, "cancelled"))
      .map(({ id }) => id),
  );
  const cancelableLines = new Set(
    order.fulfillment_lines.flatMap((line) =>
      cancelableFulfillments.has(line.fulfillment_id) ? line.fulfillment_order_line_id : [],
    ),
  );
  const blocking = new Set(
    order.fulfillment_order_lines
      .filter(({ id }) => (quantitiesById.get(id)?.open ?? 0) > 0 || cancelableLines.has(id))
      .map(({ fulfillment_order_id }) => fulfillment_order_id),
  );
  return order.fulfillment_orders.map((row) => ({ ...row, blocks_location_delete: blocking.has(row.id) }));
}

/**
 * Return the order with the values derived from its other rows: amounts paid and refunded, financial
 * and fulfillment status, and the fulfillment orders that block their location's deletion. Only this function sets them.
 */
export function deriveOrder(order: Order): Order {
  const row = order.order;
  const decimals = row.currency_decimals;
  const money = computeOrderMoney(order);
  const derived: Partial<OrderRow> = {
    total_paid: formatMinorUnits(money.paid, decimals),
    total_refund_amount: formatMinorUnits(money.refunded, decimals),
    credit_used: formatMinorUnits(money.credit, decimals),
    point_used: money.points,
    financial_status: deriveFinancialStatus(money, toMinorUnits(row.total_price, decimals)),
    fulfillment_status: deriveFulfillmentStatus(computeLineQuantities(order).values()),
  };
  return { ...order, order: { ...row, ...derived }, fulfillment_orders: markLocationBlockers(order) };
}
