import { Type } from "typebox";
import { actor, dateOut, id, shortText } from "./common.ts";

/** The most points that an account holds, and the most that one change moves. */
const mostPoints = 999_999_999_999_999;

const description = Type.String({ description: "Why, as whoever changed it said; may be empty." });
const descriptionIn = Type.Optional({
  ...shortText,
  description: "Why, for the history: the shop's people and its apps read it.",
});

const entry = { id, customer_id: id };
const entryEnd = {
  description,
  actor,
  created_at: dateOut,
  updated_at: Type.String({
    format: "date-time",
    description: "The same as created_at: entries never change.",
  }),
};

/** One change of a customer's store credit; all of them come to the credit that is left. */
export const creditEntry = Type.Object({
  ...entry,
  change: Type.String({ description: "What was added, or with a minus deducted, as it was sent." }),
  resulting_credit: Type.String({ description: "The credit after it." }),
  ...entryEnd,
});

/** One change of a customer's points; all of them come to the points that are left. */
export const pointEntry = Type.Object({
  ...entry,
  change: Type.Integer({ description: "What was added, or with a minus deducted." }),
  resulting_point: Type.Integer({ description: "The points after it." }),
  ...entryEnd,
});

const totalCredit = Type.String({ description: "The credit that is left, with the currency's decimals." });
const totalPoint = Type.Integer({ description: "The points that are left." });
const changedAt = { ...dateOut, description: "When the customer last changed." };

/** What a customer has of store credit. */
export const credit = Type.Object({ customer_id: id, total_credit: totalCredit, updated_at: changedAt });

/** What a customer has of loyalty points. */
export const point = Type.Object({ customer_id: id, total_point: totalPoint, updated_at: changedAt });

const amountRule = "A string or a number, with no more decimals than the currency has";

export const creditAdjustment = Type.Object({
  adjustment_amount: Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
    description: `What to add, or with a minus to deduct. ${amountRule}; not 0.`,
  }),
  description: descriptionIn,
});

export const creditSetting = Type.Object({
  amount: Type.Union([Type.String({ maxLength: 40 }), Type.Number({ minimum: 0 })], {
    description: `The credit that is left from now on. ${amountRule}; not below 0.`,
  }),
  description: descriptionIn,
});

export const pointAdjustment = Type.Object({
  value: Type.Integer({
    minimum: -mostPoints,
    maximum: mostPoints,
    description: "How many points to add, or with a minus to deduct; not 0.",
  }),
  description: descriptionIn,
});

export const pointSetting = Type.Object({
  value: Type.Integer({
    minimum: 0,
    maximum: mostPoints,
    description: "The points that are left from now on.",
  }),
  description: descriptionIn,
});

/** What stands beside the history in its envelope. */
export const creditBalance = { total_credit: totalCredit };
export const pointBalance = { total_point: totalPoint };
