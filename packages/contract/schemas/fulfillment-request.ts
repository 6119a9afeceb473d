import { Type } from "typebox";
import { id, nullable, shortText, timestamp } from "./common.ts";
import { fulfillmentTopic } from "./fulfillment-url.ts";

export const fulfillmentStatuses = ["sent", "linked", "messaged", "failed"] as const;

/** Styles of an app's message. Unknown styles are shown as info. */
export const messageStyles = ["info", "success", "warning", "error"] as const;

/** Maximum orders in one bulk request: one admin page of orders. */
export const maxFulfillOrders = 250;

/**
 * Time limit of an app's response in seconds, maximum bytes read of it, and maximum characters of its link and its
 * message.
 */
export const fulfillLimits = { seconds: 10, bytes: 16 * 1024, url: 2048, message: 1000 } as const;

const linkAnswer = Type.Object({
  type: Type.Literal("link"),
  url: Type.String({ description: "URL opened in an iframe, as returned by the app." }),
});

const messageAnswer = Type.Object({
  type: Type.Literal("message"),
  message: Type.String({
    description: `Message shown as plain text. At most ${fulfillLimits.message} characters are shown.`,
  }),
  style: Type.Enum([...messageStyles], { description: "Unknown styles are shown as info." }),
});

/** Fulfill action that a merchant sent to an app, with the app's response. */
export const fulfillmentRequest = Type.Object({
  id,
  app_handle: Type.String({ description: "Name of the app at the time of the request." }),
  topic: fulfillmentTopic,
  order_ids: Type.Array(id, { description: "Ids of the orders." }),
  fulfillment_order_id: nullable({
    ...id,
    description: "Id of the fulfillment order; null for whole orders.",
  }),
  status: Type.Enum([...fulfillmentStatuses], {
    description:
      "`sent`: waiting for the app. `linked` or `messaged`: the app responded with a link or a message. `failed`: " +
      "no valid response.",
  }),
  answer: Type.Union([linkAnswer, messageAnswer, Type.Null()], {
    description:
      "Response of the app; null while waiting and after a failure. A link is null for people who cannot fulfill " +
      "orders with apps, and while the app is not enabled.",
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
    description: "Exactly one id with fulfillment/single.",
  }),
  fulfillment_order_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "With fulfillment/single: fulfills only this fulfillment order.",
    }),
  ),
});

/** App with which a merchant can fulfill orders. */
export const fulfillmentApp = Type.Object({
  id,
  client_id: Type.String(),
  handle: Type.String(),
  name: Type.String(),
  topics: Type.Array(fulfillmentTopic),
});
