/** What became of an order; apps and staff move it. */
export const orderStatuses = ["open", "closed", "cancelled"] as const;

/** What is paid of an order; it follows from its transactions and refunds, and is never set. */
export const financialStatuses = [
  "unpaid",
  "pending",
  "authorized",
  "partially_paid",
  "paid",
  "partially_refunded",
  "refunded",
  "voided",
] as const;

/** What is sent of an order and came back; it follows from its fulfillments, refunds and returns, and is never set. */
export const fulfillmentStatuses = [
  "unfulfilled",
  "partially_fulfilled",
  "fulfilled",
  "partially_returned",
  "returned",
] as const;

/** What stands of the part of an order that one location ships; it follows from fulfillments and refunds. */
export const fulfillmentOrderStatuses = ["open", "in_progress", "closed", "cancelled"] as const;

export const transactionKinds = ["sale", "authorization", "capture", "refund", "void"] as const;

export const transactionStatuses = ["pending", "success", "failure"] as const;

/** How stock is treated when an order is placed. */
export const inventoryBehaviours = [
  "decrement_obeying_policy",
  "decrement_ignoring_policy",
  "bypass",
] as const;
