import type {
  financialStatuses,
  fulfillmentOrderStatuses,
  fulfillmentStatuses,
} from "../schemas/order-states.ts";

/** A status that follows from the rows of an order. */
export interface StatusRule<S extends string> {
  status: S;
  /** In words: when it holds, where none before it does. */
  when: string;
}

/** When an order has which financial status: the first that holds. */
export const financialRules: readonly StatusRule<(typeof financialStatuses)[number]>[] = [
  { status: "refunded", when: "Something was refunded, and no less than was paid." },
  { status: "partially_refunded", when: "Something was refunded." },
  { status: "paid", when: "At least total_price was paid; an order that costs nothing is paid." },
  { status: "partially_paid", when: "Something was paid." },
  { status: "authorized", when: "Something is authorized that was neither captured nor voided." },
  { status: "pending", when: "A sale, a capture or an authorization is pending." },
  { status: "voided", when: "An authorization was voided." },
  { status: "unpaid", when: "None of the others holds." },
];

/** When an order has which fulfillment status: the first that holds. */
export const fulfillmentRules: readonly StatusRule<(typeof fulfillmentStatuses)[number]>[] = [
  {
    status: "returned",
    when: "All units that were sent came back, with refunds or completed returns, and none is still to be sent.",
  },
  { status: "partially_returned", when: "A unit came back." },
  { status: "unfulfilled", when: "No unit was sent." },
  { status: "partially_fulfilled", when: "Units are still to be sent." },
  { status: "fulfilled", when: "None of the others holds." },
];

/** What stands of the part of an order that one location ships: the first that holds. */
export const fulfillmentOrderRules: readonly StatusRule<(typeof fulfillmentOrderStatuses)[number]>[] = [
  { status: "in_progress", when: "Some of its units were sent, and others are still to be." },
  { status: "open", when: "Units are still to be sent." },
  { status: "closed", when: "Units were sent." },
  { status: "cancelled", when: "None of the others holds: its units are not to be sent any more." },
];
