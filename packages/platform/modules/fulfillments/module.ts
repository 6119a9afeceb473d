import type { Module } from "../../infrastructure/module.ts";
import type { FulfillmentsDeps } from "./fulfillments-deps.ts";
import { createFulfillmentRoutes } from "./routes.ts";
import { fulfillmentRenderers } from "./snapshot-renderers.ts";

/** Create the fulfillments module. */
export function fulfillmentsModule(deps: FulfillmentsDeps): Module {
  return {
    name: "fulfillments",
    tables: ["fulfillments", "fulfillment_lines"],
    routes: createFulfillmentRoutes(deps),
    snapshotRenderers: fulfillmentRenderers,
  };
}
