import { Type } from "typebox";
import { actor, id, shortText, timestamp } from "./common.ts";

/** Maximum points in a balance and in one change. */
const maxPoints = 999_999_999_999_999;

const description = Type.String({ description: "Reason given for the change; can be empty." });
const descriptionInput = Type.Optional({
  ...shortText,
  description: "Reason for the change, shown in the history to staff and apps.",
});

// The first and the last fields of every entry, in the order of its JSON.
const entryStart = { id, customer_id: { ...id, description: "Id of the customer." } };
const entryEnd = {
  description,
  actor,
  created_at: timestamp,
  updated_at: Type.String({
    format: "date-time",
    description: "Equal to `created_at`, because entries never change.",
  }),
};

/** Change of a customer's store credit. The sum of all changes is the balance. */
export const creditEntry = Type.Object({
  ...entryStart,
  change: Type.String({ description: "Amount that was added, or deducted if negative, as it was sent." }),
  resulting_credit: Type.String({ description: "Store credit balance after the change." }),
  ...entryEnd,
});

/** Change of a customer's loyalty points. The sum of all changes is the balance. */
export const pointEntry = Type.Object({
  ...entryStart,
  change: Type.Integer({ description: "Points that were added, or deducted if negative." }),
  resulting_point: Type.Integer({ description: "Point balance after the change." }),
  ...entryEnd,
});

const totalCredit = Type.String({ description: "Store credit balance, with the currency's decimal places." });
const totalPoint = Type.Integer({ description: "Loyalty point balance." });
const changedAt = { ...timestamp, description: "Time of the customer's last change." };

/** Store credit of a customer. */
export const credit = Type.Object({
  customer_id: { ...id, description: "Id of the customer." },
  total_credit: totalCredit,
  updated_at: changedAt,
});

/** Loyalty points of a customer. */
export const point = Type.Object({
  customer_id: { ...id, description: "Id of the customer." },
  total_point: totalPoint,
  updated_at: changedAt,
});

const amountRule = "A string or a number with no more decimal places than the currency";

/** Request body that adjusts the store credit of a customer. */
export const creditAdjustment = Type.Object({
  adjustment_amount: Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
    description: `Amount to add, or to deduct if negative. ${amountRule}; not 0.`,
  }),
  description: descriptionInput,
});

/** Request body that sets the store credit of a customer. */
export const creditSetting = Type.Object({
  amount: Type.Union([Type.String({ maxLength: 40 }), Type.Number({ minimum: 0 })], {
    description: `New store credit balance. ${amountRule}; 0 or more.`,
  }),
  description: descriptionInput,
});

/** Request body that adjusts the loyalty points of a customer. */
export const pointAdjustment = Type.Object({
  value: Type.Integer({
    minimum: -maxPoints,
    maximum: maxPoints,
    description: "Points to add, or to deduct if negative; not 0.",
  }),
  description: descriptionInput,
});

/** Request body that sets the loyalty points of a customer. */
export const pointSetting = Type.Object({
  value: Type.Integer({
    minimum: 0,
    maximum: maxPoints,
    description: "New loyalty point balance.",
  }),
  description: descriptionInput,
});

/** The current balance, which a list of store credit changes contains in addition to the changes. */
export const creditBalance = { total_credit: totalCredit };
/** The current balance, which a list of point changes contains in addition to the changes. */
export const pointBalance = { total_point: totalPoint };
