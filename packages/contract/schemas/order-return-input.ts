import { Type } from "typebox";
import { id, nullable, shortText } from "./common.ts";
import { maxOrderLines, maxOrderUnits } from "./order-input.ts";
import { partNote } from "./refund-input.ts";

/** Maximum returns of an order. */
export const maxReturns = 250;

const lineRule = "Lines of the return, at most one per line item of the order.";

const details = {
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

const units = Type.Integer({
  minimum: 1,
  maximum: maxOrderUnits,
  description:
    "Units to return, at most the fulfilled units that were not returned and are in no other open return.",
});

const ofReturn = {
  note: Type.Optional(partNote),
  refund_id: Type.Optional(
    nullable(
      Type.Integer({ ...id, description: "Id of the order's refund for this return; null for none." }),
    ),
  ),
};

/** Request body that creates a return. */
export const orderReturnCreate = Type.Object({
  return_line_items: Type.Array(
    Type.Object({
      line_item_id: { ...id, description: "Id of the order's line item." },
      quantity: units,
      ...details,
    }),
    {
      minItems: 1,
      maxItems: maxOrderLines,
      description: lineRule,
    },
  ),
  ...ofReturn,
});

/** Request body that updates a return. */
export const orderReturnUpdate = Type.Object({
  return_line_items: Type.Optional(
    Type.Array(
      Type.Object({
        line_item_id: { ...id, description: "Id of the order's line item." },
        quantity: Type.Optional(units),
        ...details,
      }),
      {
        maxItems: maxOrderLines,
        description:
          `${lineRule} Existing lines change in the fields sent; new lines require a quantity; omitted lines are left ` +
          "unchanged. Only while the return is requested.",
      },
    ),
  ),
  ...ofReturn,
});
