import type {
  financialStatuses,
  fulfillmentOrderStatuses,
  fulfillmentStatuses,
} from "../schemas/order-states.ts";

/** Rule of a status that is computed from an order's records. */
export interface StatusRule<S extends string> {
  status: S;
  /** Condition of the status. It is checked only if no earlier rule's condition is met. */
  when: string;
}

/** Rules of the financial status. The first rule whose condition is met applies. */
export const financialRules: readonly StatusRule<(typeof financialStatuses)[number]>[] = [
  { status: "refunded", when: "The refunded amount is at least the paid amount." },
  { status: "partially_refunded", when: "Part of the paid amount was refunded." },
  { status: "paid", when: "At least `total_price` was paid. An order with a total of 0 is paid." },
  { status: "partially_paid", when: "Part of `total_price` was paid." },
  { status: "authorized", when: "An authorization exists that is neither captured nor voided." },
  { status: "pending", when: "A sale, capture or authorization is pending." },
  { status: "voided", when: "An authorization was voided." },
  { status: "unpaid", when: "No other status applies." },
];

/** Rules of the fulfillment status. The first rule whose condition is met applies. */
export const fulfillmentRules: readonly StatusRule<(typeof fulfillmentStatuses)[number]>[] = [
  {
    status: "returned",
    when: "All fulfilled units were returned, by refunds or completed returns, and no unit is still to be fulfilled.",
  },
  { status: "partially_returned", when: "At least one unit was returned." },
  { status: "unfulfilled", when: "No unit was fulfilled." },
  { status: "partially_fulfilled", when: "Some units are still to be fulfilled." },
  { status: "fulfilled", when: "No other status applies." },
];

/** Rules of the status of a fulfillment order. The first rule whose condition is met applies. */
export const fulfillmentOrderRules: readonly StatusRule<(typeof fulfillmentOrderStatuses)[number]>[] = [
  { status: "in_progress", when: "Some of its units were fulfilled, and others are still to be fulfilled." },
  { status: "open", when: "Its units are still to be fulfilled." },
  { status: "closed", when: "Its units were fulfilled." },
  { status: "cancelled", when: "No other status applies. Its units no longer have to be fulfilled." },
];
