import type { fulfillmentStatuses as requestStatuses } from "../schemas/fulfillment-request.ts";
import type { transactionStatuses } from "../schemas/order-states.ts";

/** Transition from one state to another, with its trigger. */
export interface OrderTransition<S extends string> {
  from: S;
  to: S;
  /** Method and path of an API call, or a description of the event. */
  by: string;
}

/**
 * States of an order or of a record that belongs to an order. A transition that is not listed is a conflict (409).
 */
export interface OrderStateTable<S extends string = string> {
  /** Name of the record in sentences. */
  name: string;
  /** Meaning of each state. */
  states: Readonly<Record<S, string>>;
  /** States in which the record can be created, the default first. */
  initialStates: readonly S[];
  transitions: readonly OrderTransition<S>[];
}

/** Check whether a state table lists a transition. */
export function canTransition({ transitions: ways }: OrderStateTable, from: string, to: string): boolean {
  return ways.some((way) => way.from === from && way.to === to);
}

/** States of an order. */
export const orderStates: OrderStateTable<"open" | "closed" | "cancelled"> = {
  name: "order",
  states: {
    open: "To be paid, fulfilled or both.",
    closed: "Archived. Can be reopened.",
    cancelled: "No longer to be fulfilled. Final; other refunds are created separately.",
  },
  initialStates: ["open"],
  transitions: [
    { from: "open", to: "closed", by: "POST /api/3.0/orders/:id/close.json" },
    { from: "closed", to: "open", by: "POST /api/3.0/orders/:id/open.json" },
    { from: "open", to: "cancelled", by: "POST /api/3.0/orders/:id/cancel.json" },
    { from: "closed", to: "cancelled", by: "POST /api/3.0/orders/:id/cancel.json" },
  ],
};

const undelivered = ["pending", "in_transit", "out_for_delivery", "failed"] as const;

type FulfillmentState = (typeof undelivered)[number] | "delivered" | "cancelled";

const update = "PUT /api/3.0/orders/:order_id/fulfillments/:id.json";

/** States of a fulfillment. */
export const fulfillmentStates: OrderStateTable<FulfillmentState> = {
  name: "fulfillment",
  states: {
    pending: "Preparing for shipment.",
    in_transit: "In transit with the courier.",
    out_for_delivery: "Out for delivery to the recipient.",
    failed: "A delivery attempt failed.",
    delivered: "Delivered. Final.",
    cancelled: "Cancelled: its units are unfulfilled again. Final.",
  },
  initialStates: ["pending", "in_transit", "out_for_delivery", "failed", "delivered"],
  transitions: undelivered.flatMap((from) => [
    ...undelivered.filter((to) => to !== from).map((to) => ({ from, to, by: update })),
    { from, to: "delivered" as const, by: update },
    { from, to: "cancelled" as const, by: "POST /api/3.0/orders/:order_id/fulfillments/:id/cancel.json" },
  ]),
};

/** States of a transaction. */
export const transactionStates: OrderStateTable<(typeof transactionStatuses)[number]> = {
  name: "transaction",
  states: {
    pending: "The outcome of the sale, authorization or capture is not known yet.",
    success: "The transaction succeeded. Final; a refund or a void is a separate transaction.",
    failure: "The transaction failed. Final.",
  },
  initialStates: ["success", "pending", "failure"],
  transitions: (["success", "failure"] as const).map((to) => ({
    from: "pending",
    to,
    by: "PUT /api/3.0/orders/:order_id/transactions/:id.json",
  })),
};

/** States of a refund. */
export const refundStates: OrderStateTable<"created" | "cancelled"> = {
  name: "refund",
  states: {
    created: "The money counts as refunded.",
    cancelled: "Cancelled: the money counts as paid again. Final.",
  },
  initialStates: ["created"],
  transitions: [
    {
      from: "created",
      to: "cancelled",
      by: "PUT /api/3.0/orders/:order_id/cancel_refund/:id/cancel.json",
    },
  ],
};

/** States of a return. */
export const orderReturnStates: OrderStateTable<"requested" | "accepted" | "completed" | "cancelled"> = {
  name: "return",
  states: {
    requested: "The customer wants to return units.",
    accepted: "The return is accepted; the units are expected.",
    completed: "The units were returned; those of lines with `restock` are in stock again. Final.",
    cancelled: "The units are not returned. Final.",
  },
  initialStates: ["requested"],
  transitions: [
    { from: "requested", to: "accepted", by: "POST /api/4.0/returns/:id/accept.json" },
    { from: "accepted", to: "completed", by: "POST /api/4.0/returns/:id/complete.json" },
    { from: "requested", to: "cancelled", by: "POST /api/4.0/returns/:id/cancel.json" },
    { from: "accepted", to: "cancelled", by: "POST /api/4.0/returns/:id/cancel.json" },
  ],
};

/** States of a fulfillment request. */
export const fulfillmentRequestStates: OrderStateTable<(typeof requestStatuses)[number]> = {
  name: "fulfillment request",
  states: {
    sent: "Sent to the app; waiting for its response.",
    linked: "The app responded with a link to open. Final.",
    messaged: "The app responded with a message to show. Final.",
    failed: "The app gave no valid response; `error` says why. Final.",
  },
  initialStates: ["sent"],
  transitions: [
    { from: "sent", to: "linked", by: "the app responds with a link (FUL-2)" },
    { from: "sent", to: "messaged", by: "the app responds with a message (FUL-3)" },
    { from: "sent", to: "failed", by: "the app gives no valid response within 10 seconds (FUL-4)" },
    { from: "sent", to: "failed", by: "no response was recorded within a minute" },
  ],
};
