import type { SnapshotRenderers } from "../../infrastructure/events/snapshot-renderers.ts";
import { findReturns } from "./find-returns.ts";

/** The snapshot renderers for the return topics. */
export const returnRenderers: SnapshotRenderers = {
  "order_returns/created": findReturns,
  "order_returns/accepted": findReturns,
  "order_returns/updated": findReturns,
  "order_returns/completed": findReturns,
  "order_returns/cancelled": findReturns,
};
