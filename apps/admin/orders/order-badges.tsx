import { StatusBadge, type Tone } from "@souk/ui";
import type { Order } from "./order-queries.ts";
import { strings } from "./strings.ts";

const statusTones: Record<keyof typeof strings.statuses, Tone> = {
  open: "info",
  closed: "neutral",
  cancelled: "danger",
};

const financialTones: Record<keyof typeof strings.financial, Tone> = {
  unpaid: "warn",
  pending: "warn",
  authorized: "info",
  partially_paid: "warn",
  paid: "good",
  partially_refunded: "neutral",
  refunded: "neutral",
  voided: "neutral",
};

const fulfillmentTones: Record<keyof typeof strings.fulfillment, Tone> = {
  unfulfilled: "warn",
  partially_fulfilled: "info",
  fulfilled: "good",
  partially_returned: "neutral",
  returned: "neutral",
};

/** Whether an order is open, closed or cancelled. */
export function OrderStatus({ order }: { order: Pick<Order, "status"> }) {
  const status = order.status as keyof typeof strings.statuses;
  return <StatusBadge tone={statusTones[status]}>{strings.statuses[status]}</StatusBadge>;
}

/** What is paid of an order. */
export function FinancialStatus({ order }: { order: Pick<Order, "financial_status"> }) {
  const status = order.financial_status;
  return <StatusBadge tone={financialTones[status]}>{strings.financial[status]}</StatusBadge>;
}

/** What is sent of an order. */
export function FulfillmentStatus({ order }: { order: Pick<Order, "fulfillment_status"> }) {
  const status = order.fulfillment_status;
  return <StatusBadge tone={fulfillmentTones[status]}>{strings.fulfillment[status]}</StatusBadge>;
}
