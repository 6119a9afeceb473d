import type { Module } from "../../infrastructure/module.ts";
import { createPurchasingRoutes } from "./routes.ts";
import { purchasingRenderers } from "./snapshot-renderers.ts";

/** Create the module of purchase orders and transfers. */
export function purchasingModule(): Module {
  return {
    name: "purchasing",
    tables: ["purchase_orders", "purchase_order_lines", "transfers", "transfer_lines"],
    routes: createPurchasingRoutes(),
    snapshotRenderers: purchasingRenderers,
  };
}
