import { Type } from "typebox";
import { refundStates } from "../states/order-states.ts";
import { dateOut, id, moneyOut, nullable } from "./common.ts";

/** Money that was given back, and units that were put back with it. */
export const refund = Type.Object({
  id,
  order_id: id,
  status: Type.Enum(Object.keys(refundStates.states)),
  amount: moneyOut,
  currency_code: Type.String(),
  note: Type.String(),
  reference_number: Type.String(),
  restock_items: Type.Array(
    Type.Object({
      line_item_id: id,
      quantity: Type.Integer(),
      location_id: id,
      is_reverted: Type.Boolean({ description: "Taken out of stock again when the refund was cancelled." }),
    }),
  ),
  transaction_id: nullable(
    Type.Integer({ description: "Its transaction of kind refund; null: no money went back." }),
  ),
  created_at: dateOut,
  updated_at: dateOut,
});
