import { fulfillmentRules, fulfillmentStates, isWay } from "@souk/contract";
import { fromUnits, toUnits } from "./amounts.ts";
import { financialStatus, orderMoney } from "./order-money.ts";
import type { FulfillmentOrderRow, FulfillmentStatus, Order, OrderRow } from "./order-rows.ts";
import { type LineQuantities, lineQuantities, shareQuantities } from "./quantities.ts";

/** Units of all lines: sent, still to be sent, and come back. */
interface Units {
  sent: number;
  left: number;
  back: number;
}

const holds: Readonly<Record<FulfillmentStatus, (units: Units) => boolean>> = {
  returned: ({ sent, left, back }) => back > 0 && back >= sent && left === 0,
  partially_returned: ({ back }) => back > 0,
  unfulfilled: ({ sent }) => sent === 0,
  partially_fulfilled: ({ left }) => left > 0,
  fulfilled: () => true,
};

function fulfillmentStatus(lines: Iterable<LineQuantities>): FulfillmentStatus {
  const units = { sent: 0, left: 0, back: 0 };
  for (const { fulfilled, unfulfilled, cameBack, returned } of lines) {
    units.sent += fulfilled;
    units.left += unfulfilled;
    units.back += cameBack + returned;
  }
  return fulfillmentRules.find(({ status }) => holds[status](units))?.status ?? "unfulfilled";
}

/** Units that are to be sent keep their location, and so do those whose fulfillment can be cancelled: they come back to it. */
function keeping(order: Order): FulfillmentOrderRow[] {
  const shares = shareQuantities(order);
  const live = new Set(
    order.fulfillments
      .filter(({ status }) => isWay(fulfillmentStates, status, "cancelled"))
      .map(({ id }) => id),
  );
  const onTheWay = new Set(
    order.fulfillment_lines.flatMap((line) =>
      live.has(line.fulfillment_id) ? line.fulfillment_order_line_id : [],
    ),
  );
  const due = new Set(
    order.fulfillment_order_lines
      .filter(({ id }) => (shares.get(id)?.open ?? 0) > 0 || onTheWay.has(id))
      .map(({ fulfillment_order_id }) => fulfillment_order_id),
  );
  return order.fulfillment_orders.map((row) => ({ ...row, keeps_location: due.has(row.id) }));
}

/**
 * The order with what follows from its other rows: what was paid and given back, both states, and which locations it keeps.
 * They are written this way alone and never set by hand.
 */
export function deriveOrder(order: Order): Order {
  const row = order.order;
  const decimals = row.currency_decimals;
  const money = orderMoney(order);
  const derived: Partial<OrderRow> = {
    total_paid: fromUnits(money.paid, decimals),
    total_refund_amount: fromUnits(money.refunded, decimals),
    credit_used: fromUnits(money.credit, decimals),
    point_used: money.points,
    financial_status: financialStatus(money, toUnits(row.total_price, decimals)),
    fulfillment_status: fulfillmentStatus(lineQuantities(order).values()),
  };
  return { ...order, order: { ...row, ...derived }, fulfillment_orders: keeping(order) };
}
