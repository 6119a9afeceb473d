import { Type } from "typebox";
import { refundStates } from "../states/order-states.ts";
import { id, moneyAmount, nullable, timestamp } from "./common.ts";

/** Refund of money, with the units that were restocked. */
export const refund = Type.Object({
  id,
  order_id: { ...id, description: "Id of the order." },
  status: Type.Enum(Object.keys(refundStates.states), { description: "Status of the refund." }),
  amount: moneyAmount,
  currency_code: Type.String({ description: "ISO 4217 code of the order's currency." }),
  note: Type.String({ description: "Note of the refund." }),
  reference_number: Type.String({ description: "Your own reference for the refund." }),
  restock_items: Type.Array(
    Type.Object({
      line_item_id: { ...id, description: "Id of the order's line item." },
      quantity: Type.Integer({ description: "Number of units." }),
      location_id: { ...id, description: "Id of the location." },
      is_reverted: Type.Boolean({
        description: "Whether the units were removed from stock again when the refund was canceled.",
      }),
    }),
  ),
  transaction_id: nullable(
    Type.Integer({ description: "Id of the transaction of kind refund; null if no money was refunded." }),
  ),
  created_at: timestamp,
  updated_at: timestamp,
});
