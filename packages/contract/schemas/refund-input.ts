import { Type } from "typebox";
import { id, longText, moneyIn, shortText, textLimits } from "./common.ts";
import { mostOrderLines, mostOrderUnits } from "./order-input.ts";

/** An order has at most so many refunds. */
export const mostRefunds = 250;

/** Bytes of UTF-8 that the notes of all refunds and returns of an order may have together. */
export const mostPartNotes = 4 * textLimits.note;

/** A note of a refund or a return. */
export const partNote = longText(
  textLimits.note,
  `The notes of all refunds and returns of an order: at most ${mostPartNotes / 1024} KiB together (409).`,
);

const restockItem = Type.Object({
  line_item_id: id,
  quantity: Type.Integer({
    minimum: 1,
    maximum: mostOrderUnits,
    description:
      "Units that are still to be sent go first, then those that were sent and have not come back.",
  }),
  location_id: Type.Optional(
    Type.Integer({
      ...id,
      description: "Where they go into stock; without it where they were taken from. It must be active.",
    }),
  ),
});

/** Money to give back, units to put back, or both. */
export const refundCreate = Type.Object({
  amount: Type.Optional(
    Type.Union(moneyIn.anyOf, {
      description:
        "In the order's currency; at most what was paid and not refunded. Without it and without restock_items: all that is left of one payment, so that an order paid by several is refunded payment by payment, each named; with restock_items alone: none.",
    }),
  ),
  note: Type.Optional(partNote),
  restock_items: Type.Optional(Type.Array(restockItem, { maxItems: mostOrderLines })),
  transaction_id: Type.Optional(
    Type.Integer({
      ...id,
      description:
        "The sale or capture that is refunded; without it the newest of which that much is left. Store credit and points go back to the customer.",
    }),
  ),
  reference_number: Type.Optional(shortText),
});

/** How a refund is undone. */
export const refundCancel = Type.Object({
  is_revert_restock: Type.Optional(
    Type.Boolean({
      description: "Whether the units that it put back are taken out again; false unless sent.",
    }),
  ),
});
