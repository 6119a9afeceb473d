import { Type } from "typebox";

/** Topics of the Fulfill action: for one order, and for several orders (FUL-1). */
export const fulfillmentTopics = ["fulfillment/single", "fulfillment/bulk"] as const;

export type FulfillmentTopic = (typeof fulfillmentTopics)[number];

export const fulfillmentTopic = Type.Enum([...fulfillmentTopics]);

/** URL that receives the Fulfill action of one topic (REG-4). */
export const fulfillmentUrl = Type.Object({
  topic: fulfillmentTopic,
  url: Type.String(),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: "Warnings, for example about a URL that only development mode allows.",
    }),
  ),
});
