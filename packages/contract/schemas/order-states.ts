/** Statuses of an order. Apps and staff set them. */
export const orderStatuses = ["open", "closed", "cancelled"] as const;

/** Payment statuses of an order. They are computed from its transactions and refunds and cannot be set. */
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

/** Fulfillment statuses of an order. They are computed from its fulfillments, refunds and returns and cannot be set. */
export const fulfillmentStatuses = [
  "unfulfilled",
  "partially_fulfilled",
  "fulfilled",
  "partially_returned",
  "returned",
] as const;

/** Statuses of a fulfillment order. They are computed from fulfillments and refunds. */
export const fulfillmentOrderStatuses = ["open", "in_progress", "closed", "cancelled"] as const;

export const transactionKinds = ["sale", "authorization", "capture", "refund", "void"] as const;

export const transactionStatuses = ["pending", "success", "failure"] as const;

/** Ways to update stock when an order is created. */
export const inventoryBehaviours = [
  "decrement_obeying_policy",
  "decrement_ignoring_policy",
  "bypass",
] as const;
