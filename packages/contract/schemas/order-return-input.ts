import { Type } from "typebox";
import { id, nullable, shortText } from "./common.ts";
import { maxLineQuantity, maxOrderLines } from "./order-input.ts";
import { refundOrReturnNote } from "./refund-input.ts";

/** Maximum returns of an order. */
export const maxReturns = 250;

const lineRule = "Lines of the return, at most one for each line item of the order.";

const optionalLineFields = {
  reason: Type.Optional(shortText),
  restock: Type.Optional(
    Type.Boolean({
      description: "Whether the units are restocked when the return is completed. Defaults to `true`.",
    }),
  ),
  location_id: Type.Optional({
    ...id,
    description: "Location to which the units return. Defaults to the location that shipped them.",
  }),
};

const returnedQuantity = Type.Integer({
  minimum: 1,
  maximum: maxLineQuantity,
  description: "Units to return. They must be fulfilled, not yet returned, and in no other open return.",
});

const returnFields = {
  note: Type.Optional(refundOrReturnNote),
  refund_id: Type.Optional(
    nullable(
      Type.Integer({ ...id, description: "Id of the order's refund for this return; null for no refund." }),
    ),
  ),
};

/** Request body that creates a return. */
export const orderReturnCreate = Type.Object({
  return_line_items: Type.Array(
    Type.Object({
      line_item_id: { ...id, description: "Id of the order's line item." },
      quantity: returnedQuantity,
      ...optionalLineFields,
    }),
    {
      minItems: 1,
      maxItems: maxOrderLines,
      description: lineRule,
    },
  ),
  ...returnFields,
});

/** Request body that updates a return. */
export const orderReturnUpdate = Type.Object({
  return_line_items: Type.Optional(
    Type.Array(
      Type.Object({
        line_item_id: { ...id, description: "Id of the order's line item." },
        quantity: Type.Optional(returnedQuantity),
        ...optionalLineFields,
      }),
      {
        maxItems: maxOrderLines,
        description:
          `${lineRule} A new line requires a quantity. Omitted fields of an existing line and omitted lines are left ` +
          "unchanged. Lines can be changed only while the status of the return is `requested`, and their `location_id` " +
          "also while it is `accepted`.",
      },
    ),
  ),
  ...returnFields,
});
