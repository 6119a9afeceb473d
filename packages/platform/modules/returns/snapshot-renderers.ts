import type { SnapshotRenderers } from "../../infrastructure/events/snapshot-renderers.ts";
import { loadReturnTextsByIds } from "./find-returns.ts";

/** The snapshot renderers for the return topics. */
export const returnRenderers: SnapshotRenderers = {
  "order_returns/created": loadReturnTextsByIds,
  "order_returns/accepted": loadReturnTextsByIds,
  "order_returns/updated": loadReturnTextsByIds,
  "order_returns/completed": loadReturnTextsByIds,
  "order_returns/cancelled": loadReturnTextsByIds,
};
