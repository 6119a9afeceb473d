import type { SnapshotRenderers } from "../../infrastructure/events/snapshot-renderers.ts";
import { loadFulfillmentTexts } from "./fulfillment-text.ts";

/** The snapshot renderers for the fulfillment topics. */
export const fulfillmentRenderers: SnapshotRenderers = {
  "fulfillment/create": loadFulfillmentTexts,
  "fulfillment/update": loadFulfillmentTexts,
  "fulfillment/cancel": loadFulfillmentTexts,
};
