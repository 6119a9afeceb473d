import { Type } from "typebox";
import { id, moneyAmount, nullable, timestamp } from "./common.ts";
import { transactionKinds, transactionStatuses } from "./order-states.ts";

/**
 * Gateway of a payment. Payment providers are not included; `manual`, `cash_on_delivery`, `credit` and `point` are
 * built in.
 */
const gateway = Type.Object({
  type: Type.String({
    description:
      "manual, cash_on_delivery, credit (store credit), point (loyalty points), or a name of the app's own.",
  }),
  title: Type.String({ description: "Name shown to people." }),
  method: Type.String({ description: "Payment method, for example visa; empty when unknown." }),
});

/** Payment, authorization, capture, refund or void of an order. */
export const transaction = Type.Object({
  id,
  order_id: { ...id, description: "Id of the order." },
  kind: Type.Enum([...transactionKinds], { description: "Kind of the transaction." }),
  status: Type.Enum([...transactionStatuses], {
    description: "Only transactions with status success count.",
  }),
  amount: moneyAmount,
  currency_code: Type.String({ description: "ISO 4217 currency code." }),
  gateway,
  points: nullable(Type.Integer({ description: "Loyalty points used for the payment." })),
  reference: Type.String({ description: "Your own reference of the payment." }),
  parent_id: nullable(
    Type.Integer({ description: "Id of the transaction that this one captures, refunds or voids." }),
  ),
  processed_at: nullable(
    Type.String({ format: "date-time", description: "When the outcome was known; null while pending." }),
  ),
  created_at: timestamp,
  updated_at: timestamp,
});
