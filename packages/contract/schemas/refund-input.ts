import { Type } from "typebox";
import { createLongText, id, maxTextBytes, moneyInput, shortText } from "./common.ts";
import { maxLineQuantity, maxOrderLines } from "./order-input.ts";

/** Maximum refunds of an order. */
export const maxRefunds = 250;

/** Maximum total size of the notes of all refunds and returns of an order, in bytes of UTF-8. */
export const maxNoteBytesPerOrder = 4 * maxTextBytes.note;

/** Note of a refund or a return. */
export const refundOrReturnNote = createLongText(
  maxTextBytes.note,
  `Note. All notes of an order's refunds and returns can have at most ${maxNoteBytesPerOrder / 1024} KiB in total; a ` +
    "longer note is rejected with 409.",
);

const restockItem = Type.Object({
  line_item_id: { ...id, description: "Id of the order's line item." },
  quantity: Type.Integer({
    minimum: 1,
    maximum: maxLineQuantity,
    description:
      "Units to restock. Unfulfilled units are taken first, then fulfilled units that have not been returned.",
  }),
  location_id: Type.Optional(
    Type.Integer({
      ...id,
      description:
        "Id of the location that receives the units; it must be active. Defaults to the location from which the units " +
        "were taken.",
    }),
  ),
});

/** Money to refund, units to restock, or both. */
export const refundCreate = Type.Object({
  amount: Type.Optional(
    Type.Union(moneyInput.anyOf, {
      description:
        "Amount in the order's currency, at most the amount that was paid and not refunded. If both `amount` and " +
        "`restock_items` are omitted, the full amount left to refund on one payment is refunded. If the order has " +
        "several payments, create one refund for each payment, with the payment's `transaction_id`. If only " +
        "`restock_items` is sent, no money is refunded.",
    }),
  ),
  note: Type.Optional(refundOrReturnNote),
  restock_items: Type.Optional(Type.Array(restockItem, { maxItems: maxOrderLines })),
  transaction_id: Type.Optional(
    Type.Integer({
      ...id,
      description:
        "Id of the sale or capture to refund. Defaults to the newest sale or capture with enough left to refund. Store " +
        "credit and points are returned to the customer.",
    }),
  ),
  reference_number: Type.Optional({ ...shortText, description: "Your own reference for the refund." }),
});

/** Options of a refund cancellation. */
export const refundCancel = Type.Object({
  is_revert_restock: Type.Optional(
    Type.Boolean({
      description: "Whether restocked units are removed from stock again. Defaults to `false`.",
    }),
  ),
});
