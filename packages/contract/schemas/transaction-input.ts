import { Type } from "typebox";
import { id, moneyInput, shortText } from "./common.ts";
import { transactionKinds, transactionStatuses } from "./order-states.ts";

const optionalText = Type.Optional(shortText);

const gatewayInput = Type.Object({
  type: Type.Optional(
    Type.String({
      pattern: "^[a-z0-9_-]{1,64}$",
      description:
        "manual (default), cash_on_delivery, credit (uses the customer's store credit), point (uses the customer's " +
        "loyalty points), or your own name.",
    }),
  ),
  title: optionalText,
  method: Type.Optional({ ...shortText, description: "Payment method, for example visa; can be empty." }),
});

/** Maximum sales, authorizations and captures of an order. */
export const maxPayments = 250;

/** Fields of a new transaction. */
export const transactionInput = Type.Object({
  kind: Type.Enum([...transactionKinds]),
  amount: Type.Optional(
    Type.Union(moneyInput.anyOf, {
      description:
        "Amount in the order's currency. For a capture or a refund it is optional, and defaults to the full amount left to " +
        "capture or refund on the transaction in `parent_id`.",
    }),
  ),
  status: Type.Optional(
    Type.Enum([...transactionStatuses], {
      description: "Defaults to success, or to pending if `gateway.type` is `cash_on_delivery`.",
    }),
  ),
  gateway: Type.Optional(gatewayInput),
  points: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "Loyalty points used to pay the amount. Required if `gateway.type` is `point`.",
    }),
  ),
  reference: Type.Optional({ ...shortText, description: "Your own reference for the payment." }),
  parent_id: Type.Optional(
    Type.Integer({
      ...id,
      description:
        "Id of the transaction to capture, refund or void. Optional if only one transaction of the order allows this.",
    }),
  ),
});

/** Outcome of a pending transaction. */
export const transactionUpdate = Type.Object({
  status: Type.Enum(["success", "failure"], {
    description: "Outcome. It can be set only once. The amount counts as paid after `success`.",
  }),
  reference: Type.Optional({ ...shortText, description: "Your own reference for the payment." }),
});
