import { type Static, Type } from "typebox";
import { id } from "../schemas/common.ts";
import { fulfillLimits, maxFulfillOrders, messageStyles } from "../schemas/fulfillment-request.ts";

/** Request body of fulfillment/single (FUL-1). */
export const fulfillSingleRequest = Type.Object({
  id: { ...id, description: "Id of the order." },
  fulfillment_order_id: Type.Optional({
    ...id,
    description: "Id of the fulfillment order, when only this part of the order is to be fulfilled.",
  }),
});

/** Request body of fulfillment/bulk (FUL-1). */
export const fulfillBulkRequest = Type.Object({
  ids: Type.Array(id, { minItems: 1, maxItems: maxFulfillOrders, description: "Ids of the orders." }),
});

/** Response that opens a page (FUL-2). */
const linkResponse = Type.Object({
  type: Type.Literal("link"),
  url: Type.String({
    maxLength: fulfillLimits.url,
    description: "HTTPS URL that the admin opens in an iframe, unchanged.",
  }),
});

/** Response that shows a message (FUL-3). */
const messageResponse = Type.Object({
  type: Type.Literal("message"),
  message: Type.String({
    minLength: 1,
    description: `Message shown as plain text. At most ${fulfillLimits.message} characters are shown.`,
  }),
  style: Type.Optional(
    Type.String({ description: `One of ${messageStyles.join(", ")}. Unknown styles are shown as info.` }),
  ),
});

/** Response of a logistics app to the Fulfill action: a link to open, or a message to show. */
export const fulfillResponse = Type.Union([linkResponse, messageResponse]);

export type FulfillSingleRequest = Static<typeof fulfillSingleRequest>;
export type FulfillBulkRequest = Static<typeof fulfillBulkRequest>;
export type FulfillResponse = Static<typeof fulfillResponse>;
