import { Type } from "typebox";
import { fulfillmentStates } from "../states/order-states.ts";
import { id, nullable, timestamp } from "./common.ts";
import { getResponseSchemas } from "./field-table.ts";
import { fulfillmentFields } from "./fulfillment-fields.ts";
import { fulfillmentOrderStatuses } from "./order-states.ts";

/** Units of an order that were shipped together (ORD-6, ORD-8). */
export const fulfillment = Type.Object({
  id,
  order_id: { ...id, description: "Id of the order." },
  fulfillment_order_id: nullable(
    Type.Integer({
      description:
        "Id of the fulfillment order; null if the fulfillment contains units of more than one fulfillment order.",
    }),
  ),
  location_id: Type.Integer({
    description:
      "Id of the location that shipped the units. If several locations shipped them, the id of the first.",
  }),
  status: Type.Enum(Object.keys(fulfillmentStates.states), { description: "Current status." }),
  ...getResponseSchemas(fulfillmentFields),
  line_items: Type.Array(
    Type.Object({
      id: Type.Integer({ description: "Id of the order's line item." }),
      quantity: Type.Integer({ description: "Number of units." }),
      name: Type.String({ description: "Name of the line item." }),
    }),
  ),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Part of an order that one location ships. */
export const fulfillmentOrder = Type.Object({
  id,
  fulfillment_order_id: Type.Integer({ description: "Same as `id`." }),
  order_id: { ...id, description: "Id of the order." },
  location_id: { ...id, description: "Id of the location." },
  status: Type.Enum([...fulfillmentOrderStatuses], { description: "Current status." }),
  line_items: Type.Array(
    Type.Object({
      id: Type.Integer({ description: "Id of the order's line item." }),
      fulfillment_order_item_id: { ...id, description: "Id of the fulfillment order's line item." },
      name: Type.String({ description: "Name of the line item." }),
      quantity: Type.Integer({ description: "Units assigned to this location." }),
      unfulfilled_quantity: Type.Integer({ description: "Units still to be fulfilled by this location." }),
    }),
  ),
  created_at: timestamp,
  updated_at: timestamp,
});
