import { Type } from "typebox";
import { orderReturnStates } from "../states/order-states.ts";
import { dateOut, id, nullable } from "./common.ts";

/** Units of an order that come back. */
export const orderReturn = Type.Object({
  id,
  order_id: id,
  status: Type.Enum(Object.keys(orderReturnStates.states)),
  note: Type.String(),
  refund_id: nullable(Type.Integer({ description: "The refund that was made for it." })),
  return_line_items: Type.Array(
    Type.Object({
      id,
      line_item_id: id,
      name: Type.String(),
      quantity: Type.Integer(),
      reason: Type.String(),
      restock: Type.Boolean({ description: "Whether the units go into stock when it is completed." }),
      location_id: Type.Integer({ description: "Where they come back to." }),
    }),
  ),
  created_at: dateOut,
  updated_at: dateOut,
});
