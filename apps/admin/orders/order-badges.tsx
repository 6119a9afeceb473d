import { StatusBadge, type Tone } from "@souk/ui";
import { texts } from "../texts.ts";
import type { Order } from "./order-queries.ts";

const statusTones: Record<keyof typeof texts.orders.statuses, Tone> = {
  open: "info",
  closed: "neutral",
  cancelled: "danger",
};

const financialTones: Record<keyof typeof texts.orders.financial, Tone> = {
  unpaid: "warn",
  pending: "warn",
  authorized: "info",
  partially_paid: "warn",
  paid: "good",
  partially_refunded: "neutral",
  refunded: "neutral",
  voided: "neutral",
};

const fulfillmentTones: Record<keyof typeof texts.orders.fulfillment, Tone> = {
  unfulfilled: "warn",
  partially_fulfilled: "info",
  fulfilled: "good",
  partially_returned: "neutral",
  returned: "neutral",
};

/** Show whether an order is open, closed or canceled. */
export function OrderStatus({ order }: { order: Pick<Order, "status"> }) {
  const status = order.status as keyof typeof texts.orders.statuses;
  return <StatusBadge tone={statusTones[status]}>{texts.orders.statuses[status]}</StatusBadge>;
}

/** Show the payment status of an order. */
export function FinancialStatus({ order }: { order: Pick<Order, "financial_status"> }) {
  const status = order.financial_status;
  return <StatusBadge tone={financialTones[status]}>{texts.orders.financial[status]}</StatusBadge>;
}

/** Show the fulfillment status of an order. */
export function FulfillmentStatus({ order }: { order: Pick<Order, "fulfillment_status"> }) {
  const status = order.fulfillment_status;
  return <StatusBadge tone={fulfillmentTones[status]}>{texts.orders.fulfillment[status]}</StatusBadge>;
}
