import type { fulfillmentStatuses as requestStatuses } from "../schemas/fulfillment-request.ts";
import type { transactionStatuses } from "../schemas/order-states.ts";

/** A way from one state to another, and what takes it. */
export interface Way<S extends string> {
  from: S;
  to: S;
  /** Method and path of a call, or what happens in words. */
  by: string;
}

/** The states of an order or of what belongs to one; a call for a way that is not drawn is a conflict (409). */
export interface OrderStateTable<S extends string = string> {
  /** In sentences. */
  called: string;
  /** What each state means. */
  states: Readonly<Record<S, string>>;
  /** The states it can be made in, the usual one first. */
  created: readonly S[];
  ways: readonly Way<S>[];
}

/** Whether a table draws a way from one state to another. */
export function isWay({ ways }: OrderStateTable, from: string, to: string): boolean {
  return ways.some((way) => way.from === from && way.to === to);
}

/** The states of an order. */
export const orderStates: OrderStateTable<"open" | "closed" | "cancelled"> = {
  called: "order",
  states: {
    open: "To be paid, sent or both.",
    closed: "Done with; it can be opened again.",
    cancelled: "Not to be sent any more. Final; refunds are made apart.",
  },
  created: ["open"],
  ways: [
    { from: "open", to: "closed", by: "POST /api/3.0/orders/:id/close.json" },
    { from: "closed", to: "open", by: "POST /api/3.0/orders/:id/open.json" },
    { from: "open", to: "cancelled", by: "POST /api/3.0/orders/:id/cancel.json" },
    { from: "closed", to: "cancelled", by: "POST /api/3.0/orders/:id/cancel.json" },
  ],
};

const onTheWay = ["pending", "in_transit", "out_for_delivery", "failed"] as const;

type FulfillmentState = (typeof onTheWay)[number] | "delivered" | "cancelled";

const update = "PUT /api/3.0/orders/:order_id/fulfillments/:id.json";

/** The states of a fulfillment. */
export const fulfillmentStates: OrderStateTable<FulfillmentState> = {
  called: "fulfillment",
  states: {
    pending: "Being made ready.",
    in_transit: "On its way.",
    out_for_delivery: "With the courier who brings it to the door.",
    failed: "A delivery was tried in vain.",
    delivered: "Handed over. Final.",
    cancelled: "Not sent after all: its units are to be sent again. Final.",
  },
  created: ["pending", "in_transit", "out_for_delivery", "failed", "delivered"],
  ways: onTheWay.flatMap((from) => [
    ...onTheWay.filter((to) => to !== from).map((to) => ({ from, to, by: update })),
    { from, to: "delivered" as const, by: update },
    { from, to: "cancelled" as const, by: "POST /api/3.0/orders/:order_id/fulfillments/:id/cancel.json" },
  ]),
};

/** What became of a transaction. */
export const transactionStates: OrderStateTable<(typeof transactionStatuses)[number]> = {
  called: "transaction",
  states: {
    pending: "Promised: a sale, an authorization or a capture of which nobody knows yet how it ends.",
    success: "It counts. Final; a refund or a void is a transaction of its own.",
    failure: "It came to nothing. Final.",
  },
  created: ["success", "pending", "failure"],
  ways: (["success", "failure"] as const).map((to) => ({
    from: "pending",
    to,
    by: "PUT /api/3.0/orders/:order_id/transactions/:id.json",
  })),
};

/** The states of a refund. */
export const refundStates: OrderStateTable<"created" | "cancelled"> = {
  called: "refund",
  states: {
    created: "The money counts as given back.",
    cancelled: "Undone: the money counts as paid again. Final.",
  },
  created: ["created"],
  ways: [
    {
      from: "created",
      to: "cancelled",
      by: "PUT /api/3.0/orders/:order_id/cancel_refund/:id/cancel.json",
    },
  ],
};

/** The states of a return. */
export const orderReturnStates: OrderStateTable<"requested" | "accepted" | "completed" | "cancelled"> = {
  called: "return",
  states: {
    requested: "Somebody wants to send units back.",
    accepted: "They may; the units are expected.",
    completed: "The units came back; those that say so are in stock again. Final.",
    cancelled: "The units stay where they are. Final.",
  },
  created: ["requested"],
  ways: [
    { from: "requested", to: "accepted", by: "POST /api/4.0/returns/:id/accept.json" },
    { from: "accepted", to: "completed", by: "POST /api/4.0/returns/:id/complete.json" },
    { from: "requested", to: "cancelled", by: "POST /api/4.0/returns/:id/cancel.json" },
    { from: "accepted", to: "cancelled", by: "POST /api/4.0/returns/:id/cancel.json" },
  ],
};

/** What came of a Fulfill action. */
export const fulfillmentRequestStates: OrderStateTable<(typeof requestStatuses)[number]> = {
  called: "fulfillment request",
  states: {
    sent: "The app is being asked.",
    linked: "It answered a page to open. Final.",
    messaged: "It answered words to show. Final.",
    failed: "It answered nothing that counts; a sentence says why. Final.",
  },
  created: ["sent"],
  ways: [
    { from: "sent", to: "linked", by: "the app answers a link (FUL-2)" },
    { from: "sent", to: "messaged", by: "the app answers a message (FUL-3)" },
    { from: "sent", to: "failed", by: "the app answers neither within 10 seconds (FUL-4)" },
    { from: "sent", to: "failed", by: "no answer was recorded within a minute" },
  ],
};
