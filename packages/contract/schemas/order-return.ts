import { Type } from "typebox";
import { orderReturnStates } from "../states/order-states.ts";
import { id, nullable, timestamp } from "./common.ts";

/** Return of units of an order. */
export const orderReturn = Type.Object({
  id,
  order_id: { ...id, description: "Id of the order." },
  status: Type.Enum(Object.keys(orderReturnStates.states), { description: "Status of the return." }),
  note: Type.String({ description: "Note of the return." }),
  refund_id: nullable(Type.Integer({ description: "Id of the refund for this return." })),
  return_line_items: Type.Array(
    Type.Object({
      id,
      line_item_id: { ...id, description: "Id of the order's line item." },
      name: Type.String({ description: "Name of the line item." }),
      quantity: Type.Integer({ description: "Units to return." }),
      reason: Type.String({ description: "Reason of the return; can be empty." }),
      restock: Type.Boolean({ description: "Whether the units are restocked when the return is completed." }),
      location_id: Type.Integer({ description: "Location to which the units return." }),
    }),
  ),
  created_at: timestamp,
  updated_at: timestamp,
});
