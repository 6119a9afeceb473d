import { Type } from "typebox";
import { fulfillmentStates } from "../states/order-states.ts";
import { id } from "./common.ts";
import { inputSchemas } from "./field-table.ts";
import { fulfillmentFields } from "./fulfillment-fields.ts";
import { maxOrderLines, maxOrderUnits } from "./order-input.ts";

/** Maximum fulfillments of an order. */
export const maxFulfillments = 250;

const quantity = Type.Integer({ minimum: 1, maximum: maxOrderUnits });

const someLines = { minItems: 1, maxItems: maxOrderLines } as const;

const isMail = (mail: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      description:
        `1 sends the store's ${mail} to the order's email address. At most 20 emails per order, 100 per address and ` +
        "20,000 per store are sent within 24 hours. If no email is sent, because of these limits, a missing email " +
        "address or a disabled notification, the Service-Warning header says so.",
    }),
  );

const { tracking_company, app_handle, ...details } = inputSchemas(fulfillmentFields);

const fulfillmentOrderInput = Type.Object(
  {
    fulfillment_order_id: { ...id, description: "Id of the fulfillment order." },
    line_items: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Optional(
            Type.Integer({
              ...id,
              description:
                "Id of the order's line item. Either `id` or `fulfillment_order_item_id` is required.",
            }),
          ),
          fulfillment_order_item_id: Type.Optional({
            ...id,
            description: "Id of the fulfillment order's line item.",
          }),
          quantity,
          name: Type.Optional(Type.String({ maxLength: 1024, description: "Accepted and ignored." })),
        }),
        someLines,
      ),
    ),
  },
  { description: "Fulfillment order to fulfill; without its `line_items`, all of its unfulfilled units." },
);

/** Fulfillment create payload (ORD-6). */
export const fulfillmentCreate = Type.Object({
  ...details,
  tracking_company,
  status: Type.Optional(
    Type.Enum([...fulfillmentStates.initialStates], {
      description: "Initial status. Defaults to pending.",
    }),
  ),
  is_mail: isMail("shipping confirmation"),
  app_handle,
  line_items: Type.Optional(
    Type.Array(Type.Object({ id, quantity }), {
      ...someLines,
      description:
        "Line items to fulfill. Without `line_items` and `fulfillment_order`, all unfulfilled units are fulfilled.",
    }),
  ),
  fulfillment_order: Type.Optional(fulfillmentOrderInput),
  location_id: Type.Optional(
    Type.Integer({
      ...id,
      description:
        "Location that ships the units. Units assigned to this location are fulfilled first, then those of other " +
        "locations in order.",
    }),
  ),
});

/** Fields of a fulfillment that can be updated (ORD-8). */
export const fulfillmentUpdate = Type.Object({
  ...details,
  courier: Type.Optional(Type.String({ maxLength: 255, description: "Name of the courier." })),
  tracking_company: Type.Optional(Type.String({ maxLength: 255, description: "Same as `courier`." })),
  status: Type.Optional(
    Type.Enum(Object.keys(fulfillmentStates.states), {
      description: "New status. To cancel a fulfillment, use the cancel endpoint.",
    }),
  ),
  is_mail: isMail("shipping update"),
});
