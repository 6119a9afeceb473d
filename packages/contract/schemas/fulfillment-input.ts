import { Type } from "typebox";
import { fulfillmentStates } from "../states/order-states.ts";
import { id, shortText } from "./common.ts";
import { mostOrderLines, mostOrderUnits } from "./order-input.ts";

/** An order has at most so many fulfillments. */
export const mostFulfillments = 250;

const text = Type.Optional(shortText);

const webAddress = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: "^(https?://\\S+)?$",
      description: `${description} An http or https address, or empty.`,
    }),
  );

const quantity = Type.Integer({ minimum: 1, maximum: mostOrderUnits });

const someLines = { minItems: 1, maxItems: mostOrderLines } as const;

const isMail = (mail: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      description: `1 sends the customer an e-mail: the order's address gets the shop's ${mail}. Within 24 hours an order is good for 20 mails, an address for 100 and a shop for 20,000. What is not mailed, for that or since the order has no address or the shop has switched the mail off, is said by the header Service-Warning.`,
    }),
  );

const details = {
  tracking_number: text,
  tracking_url: webAddress("Where the parcel can be followed."),
  service: text,
  message: Type.Optional(Type.String({ maxLength: 255, description: "Shown to the merchant." })),
  consignment_note_url: webAddress("The paper that goes with the parcel."),
};

const fulfillmentOrderInput = Type.Object(
  {
    fulfillment_order_id: id,
    line_items: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Optional(
            Type.Integer({ ...id, description: "The order's line item; one of both ids is needed." }),
          ),
          fulfillment_order_item_id: Type.Optional(id),
          quantity,
          name: Type.Optional(Type.String({ maxLength: 1024, description: "Not looked at." })),
        }),
        someLines,
      ),
    ),
  },
  { description: "The part of the order that is sent; without line_items all that is left of it." },
);

/** The fulfillment create payload (ORD-6). */
export const fulfillmentCreate = Type.Object({
  ...details,
  tracking_company: Type.Optional(Type.String({ maxLength: 255, description: "Who carries the parcel." })),
  status: Type.Optional(
    Type.Enum([...fulfillmentStates.created], { description: "What it starts as; pending unless sent." }),
  ),
  is_mail: isMail("shipping confirmation"),
  app_handle: Type.Optional(
    Type.String({ maxLength: 255, description: "The calling app's own unless sent." }),
  ),
  line_items: Type.Optional(
    Type.Array(Type.Object({ id, quantity }), {
      ...someLines,
      description:
        "The order's line items that are sent. Without it and fulfillment_order: all that is unfulfilled.",
    }),
  ),
  fulfillment_order: Type.Optional(fulfillmentOrderInput),
  location_id: Type.Optional(
    Type.Integer({
      ...id,
      description: "Units are taken from what this location is to ship first, then from the others in order.",
    }),
  ),
});

/** What can be changed of a fulfillment (ORD-8). */
export const fulfillmentUpdate = Type.Object({
  ...details,
  courier: Type.Optional(Type.String({ maxLength: 255, description: "Who carries the parcel." })),
  tracking_company: Type.Optional(Type.String({ maxLength: 255, description: "The same as courier." })),
  status: Type.Optional(
    Type.Enum(Object.keys(fulfillmentStates.states), {
      description: "A fulfillment is cancelled by an operation of its own.",
    }),
  ),
  is_mail: isMail("shipping update"),
});
