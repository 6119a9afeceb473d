import { Type } from "typebox";
import { fulfillmentStates } from "../states/order-states.ts";
import { dateOut, id, nullable } from "./common.ts";
import { fulfillmentOrderStatuses } from "./order-states.ts";

const text = Type.String();

/** Units of an order that were sent together (ORD-6, ORD-8). */
export const fulfillment = Type.Object({
  id,
  order_id: id,
  fulfillment_order_id: nullable(Type.Integer({ description: "Null: it is of several." })),
  location_id: Type.Integer({ description: "Where it was sent from; the first where it was several." }),
  status: Type.Enum(Object.keys(fulfillmentStates.states)),
  tracking_company: text,
  tracking_number: text,
  tracking_url: text,
  service: text,
  message: text,
  app_handle: text,
  consignment_note_url: text,
  line_items: Type.Array(
    Type.Object({
      id: Type.Integer({ description: "The order's line item." }),
      quantity: Type.Integer(),
      name: text,
    }),
  ),
  created_at: dateOut,
  updated_at: dateOut,
});

/** The part of an order that one location ships. */
export const fulfillmentOrder = Type.Object({
  id,
  fulfillment_order_id: Type.Integer({ description: "The same as id." }),
  order_id: id,
  location_id: id,
  status: Type.Enum([...fulfillmentOrderStatuses]),
  line_items: Type.Array(
    Type.Object({
      id: Type.Integer({ description: "The order's line item." }),
      fulfillment_order_item_id: id,
      name: text,
      quantity: Type.Integer({ description: "Units that this location was to ship." }),
      unfulfilled_quantity: Type.Integer({ description: "Units that it is still to ship." }),
    }),
  ),
  created_at: dateOut,
  updated_at: dateOut,
});
