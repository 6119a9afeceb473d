import { Type } from "typebox";
import { createLongText, id, maxTextBytes, moneyInput, shortText } from "./common.ts";
import { maxOrderLines, maxOrderUnits } from "./order-input.ts";

/** Maximum refunds of an order. */
export const maxRefunds = 250;

/** Maximum bytes of UTF-8 in the notes of all refunds and returns of an order together. */
export const maxPartNotes = 4 * maxTextBytes.note;

/** Note of a refund or a return. */
export const partNote = createLongText(
  maxTextBytes.note,
  `Note. The notes of all refunds and returns of an order have at most ${maxPartNotes / 1024} KiB together ` +
    "(409).",
);

const restockItem = Type.Object({
  line_item_id: { ...id, description: "Id of the order's line item." },
  quantity: Type.Integer({
    minimum: 1,
    maximum: maxOrderUnits,
    description:
      "Units to restock. Unfulfilled units are used first, then fulfilled units that were not returned.",
  }),
  location_id: Type.Optional(
    Type.Integer({
      ...id,
      description:
        "Location that receives the units; it must be active. Defaults to the location they were taken from.",
    }),
  ),
});

/** Money to refund, units to restock, or both. */
export const refundCreate = Type.Object({
  amount: Type.Optional(
    Type.Union(moneyInput.anyOf, {
      description:
        "Amount in the order's currency, at most what was paid and not refunded. If `amount` and `restock_items` are " +
        "omitted, everything left of one payment is refunded; refund an order with several payments one by one, each " +
        "by `transaction_id`. With `restock_items` only, no money is refunded.",
    }),
  ),
  note: Type.Optional(partNote),
  restock_items: Type.Optional(Type.Array(restockItem, { maxItems: maxOrderLines })),
  transaction_id: Type.Optional(
    Type.Integer({
      ...id,
      description:
        "Id of the sale or capture to refund. Defaults to the newest one with enough left. Store credit and points " +
        "return to the customer.",
    }),
  ),
  reference_number: Type.Optional({ ...shortText, description: "Your own reference of the refund." }),
});

/** Options of a refund cancellation. */
export const refundCancel = Type.Object({
  is_revert_restock: Type.Optional(
    Type.Boolean({
      description: "Whether restocked units are removed from stock again. Defaults to `false`.",
    }),
  ),
});
