import { Type } from "typebox";
import { id, moneyIn, shortText } from "./common.ts";
import { transactionKinds, transactionStatuses } from "./order-states.ts";

const text = Type.Optional(shortText);

const gatewayInput = Type.Object({
  type: Type.Optional(
    Type.String({
      pattern: "^[a-z0-9_-]{1,64}$",
      description:
        "manual (usual), cash_on_delivery, credit (takes the customer's store credit), point (takes their loyalty points), or a name of your own.",
    }),
  ),
  title: text,
  method: text,
});

/** An order has at most so many sales, authorizations and captures. */
export const mostPayments = 250;

/** Money that moved for an order, or is promised. */
export const transactionInput = Type.Object({
  kind: Type.Enum([...transactionKinds]),
  amount: Type.Optional(
    Type.Union(moneyIn.anyOf, {
      description:
        "In the order's currency. A capture and a refund may leave it out: all that is left of the transaction that they are of.",
    }),
  ),
  status: Type.Optional(
    Type.Enum([...transactionStatuses], {
      description: "success unless sent; pending where the gateway is cash_on_delivery.",
    }),
  ),
  gateway: Type.Optional(gatewayInput),
  points: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The loyalty points that the amount is paid with; needed where the gateway is point.",
    }),
  ),
  reference: text,
  parent_id: Type.Optional(
    Type.Integer({
      ...id,
      description:
        "What it captures, refunds or voids. It may be left out where only one transaction can be meant.",
    }),
  ),
});

/** What becomes of a pending transaction. */
export const transactionUpdate = Type.Object({
  status: Type.Enum(["success", "failure"], {
    description: "A pending transaction ends so, once; success counts from then on.",
  }),
  reference: text,
});
