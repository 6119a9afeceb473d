import { Type } from "typebox";
import { id, moneyAmount, nullable, timestamp } from "./common.ts";
import { transactionKinds, transactionStatuses } from "./order-states.ts";

/**
 * Gateway of a payment. `manual`, `cash_on_delivery`, `credit` and `point` are built in; payment providers are not
 * included.
 */
const gateway = Type.Object({
  type: Type.String({
    description:
      "manual, cash_on_delivery, credit (store credit), point (loyalty points), or another name that an app chose.",
  }),
  title: Type.String({ description: "Name shown to people." }),
  method: Type.String({ description: "Payment method, for example visa; empty when unknown." }),
});

/** Sale, authorization, capture, refund or void of an order. */
export const transaction = Type.Object({
  id,
  order_id: { ...id, description: "Id of the order." },
  kind: Type.Enum([...transactionKinds], { description: "Kind of the transaction." }),
  status: Type.Enum([...transactionStatuses], {
    description: "Status. Only transactions with status `success` count as payments or refunds.",
  }),
  amount: moneyAmount,
  currency_code: Type.String({ description: "ISO 4217 currency code." }),
  gateway,
  points: nullable(Type.Integer({ description: "Loyalty points used for the payment." })),
  reference: Type.String({ description: "Your own reference for the payment." }),
  parent_id: nullable(
    Type.Integer({ description: "Id of the transaction that this one captures, refunds or voids." }),
  ),
  processed_at: nullable(
    Type.String({
      format: "date-time",
      description: "Time at which the outcome was recorded; null while pending.",
    }),
  ),
  created_at: timestamp,
  updated_at: timestamp,
});
