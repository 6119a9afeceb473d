import { type Static, Type } from "typebox";
import { id } from "../schemas/common.ts";
import { fulfillLimits, messageStyles, mostOrdersAsked } from "../schemas/fulfillment-request.ts";

/** What fulfillment/single is sent with (FUL-1). */
export const fulfillOne = Type.Object({
  id: { ...id, description: "Of the order." },
  fulfillment_order_id: Type.Optional({
    ...id,
    description: "The part of the order that one location ships, where that alone is meant.",
  }),
});

/** What fulfillment/bulk is sent with (FUL-1). */
export const fulfillSeveral = Type.Object({
  ids: Type.Array(id, { minItems: 1, maxItems: mostOrdersAsked, description: "Of the orders." }),
});

/** FUL-2 */
const linkReply = Type.Object({
  type: Type.Literal("link"),
  url: Type.String({
    maxLength: fulfillLimits.url,
    description: "An HTTPS address that the admin opens in a frame, as it is written.",
  }),
});

/** FUL-3 */
const messageReply = Type.Object({
  type: Type.Literal("message"),
  message: Type.String({
    minLength: 1,
    description: `Shown as text; at most ${fulfillLimits.message} characters of it.`,
  }),
  style: Type.Optional(
    Type.String({ description: `${messageStyles.join(", ")}; anything else is read as info.` }),
  ),
});

/** What a logistics app answers to the Fulfill action: a page to open, or a message to show. */
export const fulfillReply = Type.Union([linkReply, messageReply]);

export type FulfillOne = Static<typeof fulfillOne>;
export type FulfillSeveral = Static<typeof fulfillSeveral>;
export type FulfillReply = Static<typeof fulfillReply>;
