import { Type } from "typebox";
import { id, nullable, shortText, timestamp } from "./common.ts";
import { fulfillmentTopic } from "./fulfillment-url.ts";

export const fulfillmentRequestStatuses = ["sent", "linked", "messaged", "failed"] as const;

/** Styles of an app's message. Unknown styles are shown as info. */
export const messageStyles = ["info", "success", "warning", "error"] as const;

/** Maximum orders in one bulk request. A page of the admin's order list never has more orders. */
export const maxFulfillOrders = 250;

/**
 * Limits on an app's response to a fulfillment request: the `seconds` until the response must be complete, the `bytes` of the
 * response that are read, and the maximum characters of its `url` and its `message`.
 */
export const fulfillLimits = { seconds: 10, bytes: 16 * 1024, url: 2048, message: 1000 } as const;

const linkResponse = Type.Object({
  type: Type.Literal("link"),
  url: Type.String({ description: "URL opened in an iframe, as returned by the app." }),
});

const messageResponse = Type.Object({
  type: Type.Literal("message"),
  message: Type.String({
    description: `Message shown as plain text. At most ${fulfillLimits.message} characters are shown.`,
  }),
  style: Type.Enum([...messageStyles], { description: "Unknown styles are shown as info." }),
});

/** Request that the Fulfill action sent to an app, with the app's response. */
export const fulfillmentRequest = Type.Object({
  id,
  app_handle: Type.String({ description: "Handle of the app at the time of the request." }),
  topic: fulfillmentTopic,
  order_ids: Type.Array(id, { description: "Ids of the orders." }),
  fulfillment_order_id: nullable({
    ...id,
    description: "Id of the fulfillment order; null if whole orders are fulfilled.",
  }),
  status: Type.Enum([...fulfillmentRequestStatuses], {
    description:
      "`sent`: waiting for the app. `linked` or `messaged`: the app responded with a link or a message. `failed`: " +
      "no valid response.",
  }),
  answer: Type.Union([linkResponse, messageResponse, Type.Null()], {
    description:
      "Response of the app; null while waiting and after a failure. Null instead of a link for people who cannot fulfill " +
      "orders with apps or have no access to this app, and while the app is not enabled.",
  }),
  error: nullable(Type.String({ description: "Why the request failed, as shown to the merchant." })),
  duration_ms: nullable(Type.Integer({ description: "Milliseconds until the app started to respond." })),
  created_at: timestamp,
  updated_at: timestamp,
});

export const fulfillmentRequestCreate = Type.Object({
  app_handle: Type.Optional({ ...shortText, description: "Handle of the app." }),
  client_id: Type.Optional(Type.String({ maxLength: 255, description: "Use instead of `app_handle`." })),
  topic: fulfillmentTopic,
  order_ids: Type.Array(id, {
    minItems: 1,
    maxItems: maxFulfillOrders,
    description: "Ids of the orders; exactly one for fulfillment/single.",
  }),
  fulfillment_order_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        "Id of a fulfillment order, if only this part of the order is to be fulfilled. Only with the topic fulfillment/single.",
    }),
  ),
});

/** App that can fulfill a merchant's orders. */
export const fulfillmentApp = Type.Object({
  id,
  client_id: Type.String(),
  handle: Type.String(),
  name: Type.String(),
  topics: Type.Array(fulfillmentTopic),
  has_access: Type.Boolean({ description: "Whether the caller may open the app and send orders to it." }),
});
