import { Type } from "typebox";
import { dateOut, id, nullable, shortText } from "./common.ts";
import { fulfillmentTopic } from "./fulfillment-url.ts";

export const fulfillmentStatuses = ["sent", "linked", "messaged", "failed"] as const;

/** How a message of an app is shown; what an app calls otherwise is read as info. */
export const messageStyles = ["info", "success", "warning", "error"] as const;

/** So many orders are handed to an app by one bulk request: those of a page. */
export const mostOrdersAsked = 250;

/** How long an app's answer is waited for, how many bytes of it are read, and characters of its link and its message kept. */
export const fulfillLimits = { seconds: 10, bytes: 16 * 1024, url: 2048, message: 1000 } as const;

const linkAnswer = Type.Object({
  type: Type.Literal("link"),
  url: Type.String({ description: "Opened in a frame, as it was answered." }),
});

const messageAnswer = Type.Object({
  type: Type.Literal("message"),
  message: Type.String({ description: `Shown as text; at most ${fulfillLimits.message} characters of it.` }),
  style: Type.Enum([...messageStyles], { description: "An unknown style is read as info." }),
});

/** A merchant's Fulfill action that was sent to an app, and what came of it. */
export const fulfillmentRequest = Type.Object({
  id,
  app_handle: Type.String({ description: "As the app was called then." }),
  topic: fulfillmentTopic,
  order_ids: Type.Array(id),
  fulfillment_order_id: nullable(id),
  status: Type.Enum([...fulfillmentStatuses], {
    description:
      "`sent` while the app is asked; `linked` and `messaged` by its answer; `failed` when there was none that counts.",
  }),
  answer: Type.Union([linkAnswer, messageAnswer, Type.Null()], {
    description:
      "Null while there is none, and when it failed; a link is null to people who may not hand orders to apps, and while the app is not enabled.",
  }),
  error: nullable(Type.String({ description: "Why it failed, in a sentence for the merchant." })),
  duration_ms: nullable(Type.Integer({ description: "Milliseconds until the app began to answer." })),
  created_at: dateOut,
  updated_at: dateOut,
});

export const fulfillmentRequestCreate = Type.Object({
  app_handle: Type.Optional(shortText),
  client_id: Type.Optional(Type.String({ maxLength: 255, description: "In place of app_handle." })),
  topic: fulfillmentTopic,
  order_ids: Type.Array(id, {
    minItems: 1,
    maxItems: mostOrdersAsked,
    description: "Exactly one with fulfillment/single.",
  }),
  fulfillment_order_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "With fulfillment/single: the part of the order that is meant.",
    }),
  ),
});

/** An app that a merchant can hand orders to. */
export const fulfillmentApp = Type.Object({
  id,
  client_id: Type.String(),
  handle: Type.String(),
  name: Type.String(),
  topics: Type.Array(fulfillmentTopic),
});
