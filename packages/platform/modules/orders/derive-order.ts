import { fulfillmentRules } from "@souk/contract";
import { fromUnits, toUnits } from "./amounts.ts";
import { financialStatus, orderMoney } from "./order-money.ts";
import type { FulfillmentStatus, Order, OrderRow } from "./order-rows.ts";
import { type LineQuantities, lineQuantities } from "./quantities.ts";

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

/**
 * The order with what follows from its other rows: what was paid and given back, and both states. They are written this way
 * alone and never set by hand.
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
  return { ...order, order: { ...row, ...derived } };
}
