import { Type } from "typebox";
import { id, nullable, shortText } from "./common.ts";
import { mostOrderLines, mostOrderUnits } from "./order-input.ts";
import { partNote } from "./refund-input.ts";

/** An order has at most so many returns. */
export const mostReturns = 250;

const lineRule = "One line of the return for each line item of the order.";

const details = {
  reason: Type.Optional(shortText),
  restock: Type.Optional(
    Type.Boolean({
      description: "Whether the units go into stock when the return is completed; true unless sent.",
    }),
  ),
  location_id: Type.Optional({
    ...id,
    description: "Where they come back to; where they were sent from unless sent.",
  }),
};

const units = Type.Integer({
  minimum: 1,
  maximum: mostOrderUnits,
  description: "At most what was sent, has not come back and is in no other open return.",
});

const ofReturn = {
  note: Type.Optional(partNote),
  refund_id: Type.Optional(
    nullable(Type.Integer({ ...id, description: "The order's refund that was made for it; null: none." })),
  ),
};

/** Body of asking for a return. */
export const orderReturnCreate = Type.Object({
  return_line_items: Type.Array(Type.Object({ line_item_id: id, quantity: units, ...details }), {
    minItems: 1,
    maxItems: mostOrderLines,
    description: lineRule,
  }),
  ...ofReturn,
});

/** Body of changing a return. */
export const orderReturnUpdate = Type.Object({
  return_line_items: Type.Optional(
    Type.Array(Type.Object({ line_item_id: id, quantity: Type.Optional(units), ...details }), {
      maxItems: mostOrderLines,
      description:
        `${lineRule} A line that is there changes in what is sent of it, another one is added and needs a quantity; ` +
        "lines that are left out stay. Only while it is requested.",
    }),
  ),
  ...ofReturn,
});
