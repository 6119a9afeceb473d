import { Type } from "typebox";
import { fulfillmentStates } from "../states/order-states.ts";
import { id } from "./common.ts";
import { getInputSchemas } from "./field-table.ts";
import { fulfillmentFields } from "./fulfillment-fields.ts";
import { maxLineQuantity, maxOrderLines } from "./order-input.ts";

/** Maximum fulfillments of an order. */
export const maxFulfillments = 250;

const quantity = Type.Integer({ minimum: 1, maximum: maxLineQuantity });

const lineLimits = { minItems: 1, maxItems: maxOrderLines } as const;

const createEmailField = (emailName: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      description:
        `1 sends the store's ${emailName} email to the order's email address. Within 24 hours, at most 10 emails per ` +
        "order, 20 per email address and 20,000 per store are sent; others wait and are sent later. If no email is sent, the " +
        "Service-Warning header states the reason: a missing email address, a disabled notification, or 50 waiting emails " +
        "about the order.",
    }),
  );

const { tracking_company, app_handle, ...otherFields } = getInputSchemas(fulfillmentFields);

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
        lineLimits,
      ),
    ),
  },
  {
    description:
      "Fulfillment order to fulfill. If its `line_items` are omitted, all of its unfulfilled units are fulfilled.",
  },
);

/** Fields of a new fulfillment (ORD-6). */
export const fulfillmentCreate = Type.Object({
  ...otherFields,
  tracking_company,
  status: Type.Optional(
    Type.Enum([...fulfillmentStates.initialStates], {
      description: "Initial status. Defaults to pending.",
    }),
  ),
  is_mail: createEmailField("shipping confirmation"),
  app_handle,
  line_items: Type.Optional(
    Type.Array(Type.Object({ id, quantity }), {
      ...lineLimits,
      description:
        "Line items to fulfill. Without `line_items` and `fulfillment_order`, all unfulfilled units are fulfilled.",
    }),
  ),
  fulfillment_order: Type.Optional(fulfillmentOrderInput),
  location_id: Type.Optional(
    Type.Integer({
      ...id,
      description:
        "Location that ships the units. Units assigned to this location are fulfilled first, then units assigned to " +
        "other locations.",
    }),
  ),
});

/** Fields of a fulfillment that can be updated (ORD-8). */
export const fulfillmentUpdate = Type.Object({
  ...otherFields,
  courier: Type.Optional(Type.String({ maxLength: 255, description: "Name of the courier." })),
  tracking_company: Type.Optional(Type.String({ maxLength: 255, description: "Same as `courier`." })),
  status: Type.Optional(
    Type.Enum(Object.keys(fulfillmentStates.states), {
      description: "New status. To cancel a fulfillment, use the cancel endpoint.",
    }),
  ),
  is_mail: createEmailField("shipping update"),
});
