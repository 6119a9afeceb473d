import type { fulfillmentRequestStatuses } from "../schemas/fulfillment-request.ts";
import type { transactionStatuses } from "../schemas/order-states.ts";

/** Transition from one state to another, with the event that causes it. */
export interface OrderTransition<S extends string> {
  from: S;
  to: S;
  /** Method and path of the API call that causes the transition, or a description of another event. */
  trigger: string;
}

/**
 * States of an order or of a record that belongs to an order. A transition that is not listed is a conflict (409).
 */
export interface OrderStateTable<S extends string = string> {
  /** Name of the record, as used in sentences. */
  name: string;
  /** Meaning of each state. */
  states: Readonly<Record<S, string>>;
  /** States in which the record can be created, the default first. */
  initialStates: readonly S[];
  transitions: readonly OrderTransition<S>[];
}

/** Return whether a state table lists a transition. */
export function canTransition({ transitions }: OrderStateTable, from: string, to: string): boolean {
  return transitions.some((transition) => transition.from === from && transition.to === to);
}

/** States of an order. */
export const orderStates: OrderStateTable<"open" | "closed" | "cancelled"> = {
  name: "order",
  states: {
    open: "To be paid, fulfilled or both.",
    closed: "Archived. Can be reopened.",
    cancelled: "No longer has to be fulfilled. Final. Refunds that are still needed are created separately.",
  },
  initialStates: ["open"],
  transitions: [
    { from: "open", to: "closed", trigger: "POST /api/3.0/orders/:id/close.json" },
    { from: "closed", to: "open", trigger: "POST /api/3.0/orders/:id/open.json" },
    { from: "open", to: "cancelled", trigger: "POST /api/3.0/orders/:id/cancel.json" },
    { from: "closed", to: "cancelled", trigger: "POST /api/3.0/orders/:id/cancel.json" },
  ],
};

const undeliveredStates = ["pending", "in_transit", "out_for_delivery", "failed"] as const;

type FulfillmentState = (typeof undeliveredStates)[number] | "delivered" | "cancelled";

const updateCall = "PUT /api/3.0/orders/:order_id/fulfillments/:id.json";

/** States of a fulfillment. */
export const fulfillmentStates: OrderStateTable<FulfillmentState> = {
  name: "fulfillment",
  states: {
    pending: "Preparing for shipment.",
    in_transit: "In transit with the courier.",
    out_for_delivery: "Out for delivery to the recipient.",
    failed: "A delivery attempt failed.",
    delivered: "Delivered. Final.",
    cancelled: "Canceled. Its units are unfulfilled again. Final.",
  },
  initialStates: ["pending", "in_transit", "out_for_delivery", "failed", "delivered"],
  transitions: undeliveredStates.flatMap((from) => [
    ...undeliveredStates.filter((to) => to !== from).map((to) => ({ from, to, trigger: updateCall })),
    { from, to: "delivered" as const, trigger: updateCall },
    {
      from,
      to: "cancelled" as const,
      trigger: "POST /api/3.0/orders/:order_id/fulfillments/:id/cancel.json",
    },
  ]),
};

/** States of a transaction. */
export const transactionStates: OrderStateTable<(typeof transactionStatuses)[number]> = {
  name: "transaction",
  states: {
    pending: "The outcome of the sale, authorization or capture is not known yet.",
    success: "The transaction succeeded. Final. A refund or a void is a separate transaction.",
    failure: "The transaction failed. Final.",
  },
  initialStates: ["success", "pending", "failure"],
  transitions: (["success", "failure"] as const).map((to) => ({
    from: "pending",
    to,
    trigger: "PUT /api/3.0/orders/:order_id/transactions/:id.json",
  })),
};

/** States of a refund. */
export const refundStates: OrderStateTable<"created" | "cancelled"> = {
  name: "refund",
  states: {
    created: "The money counts as refunded.",
    cancelled: "Canceled. The money counts as paid again. Final.",
  },
  initialStates: ["created"],
  transitions: [
    {
      from: "created",
      to: "cancelled",
      trigger: "PUT /api/3.0/orders/:order_id/cancel_refund/:id/cancel.json",
    },
  ],
};

/** States of a return. */
export const orderReturnStates: OrderStateTable<"requested" | "accepted" | "completed" | "cancelled"> = {
  name: "return",
  states: {
    requested: "The customer wants to return units.",
    accepted: "The return is accepted. The customer can send the units back.",
    completed: "The units were returned. Units of lines with `restock` are in stock again. Final.",
    cancelled: "The units are not returned. Final.",
  },
  initialStates: ["requested"],
  transitions: [
    { from: "requested", to: "accepted", trigger: "POST /api/4.0/returns/:id/accept.json" },
    { from: "accepted", to: "completed", trigger: "POST /api/4.0/returns/:id/complete.json" },
    { from: "requested", to: "cancelled", trigger: "POST /api/4.0/returns/:id/cancel.json" },
    { from: "accepted", to: "cancelled", trigger: "POST /api/4.0/returns/:id/cancel.json" },
  ],
};

/** States of a fulfillment request. */
export const fulfillmentRequestStates: OrderStateTable<(typeof fulfillmentRequestStatuses)[number]> = {
  name: "fulfillment request",
  states: {
    sent: "Sent to the app. Souk is waiting for its response.",
    linked: "The app responded with a link to open. Final.",
    messaged: "The app responded with a message to show. Final.",
    failed: "The app did not return a valid response. `error` says why. Final.",
  },
  initialStates: ["sent"],
  transitions: [
    { from: "sent", to: "linked", trigger: "the app responds with a link (FUL-2)" },
    { from: "sent", to: "messaged", trigger: "the app responds with a message (FUL-3)" },
    { from: "sent", to: "failed", trigger: "the app returns no valid response within 10 seconds (FUL-4)" },
    { from: "sent", to: "failed", trigger: "no response was recorded within a minute" },
  ],
};
