import { Type } from "typebox";

/** What an app can be asked when a merchant presses Fulfill by app: for one order, or for several (FUL-1). */
export const fulfillmentTopics = ["fulfillment/single", "fulfillment/bulk"] as const;

export type FulfillmentTopic = (typeof fulfillmentTopics)[number];

export const fulfillmentTopic = Type.Enum([...fulfillmentTopics]);

/** Where an app answers the Fulfill action of one topic (REG-4). */
export const fulfillmentUrl = Type.Object({
  topic: fulfillmentTopic,
  url: Type.String(),
  warnings: Type.Optional(Type.Array(Type.String(), { description: "What development alone allows." })),
});
