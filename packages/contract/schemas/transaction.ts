import { Type } from "typebox";
import { dateOut, id, moneyOut, nullable } from "./common.ts";
import { transactionKinds, transactionStatuses } from "./order-states.ts";

/** What money went through. Payment providers stay outside; `manual`, `cash_on_delivery`, `credit` and `point` are built in. */
const gateway = Type.Object({
  type: Type.String({
    description:
      "manual, cash_on_delivery, credit (the customer's store credit), point (their loyalty points), or a name of the app's own.",
  }),
  title: Type.String({ description: "As people read it." }),
  method: Type.String({ description: "For example visa; empty: unknown." }),
});

/** Money that moved for an order, was promised, or was given back. */
export const transaction = Type.Object({
  id,
  order_id: id,
  kind: Type.Enum([...transactionKinds]),
  status: Type.Enum([...transactionStatuses], { description: "Only success counts." }),
  amount: moneyOut,
  currency_code: Type.String(),
  gateway,
  points: nullable(Type.Integer({ description: "The loyalty points it was paid with." })),
  reference: Type.String(),
  parent_id: nullable(Type.Integer({ description: "The transaction that it captures, refunds or voids." })),
  processed_at: nullable(
    Type.String({ format: "date-time", description: "When it ended; null while it is pending." }),
  ),
  created_at: dateOut,
  updated_at: dateOut,
});
