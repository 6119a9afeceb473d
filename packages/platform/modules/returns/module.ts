import type { Module } from "../../infrastructure/module.ts";
import type { ReturnsDeps } from "./returns-deps.ts";
import { createReturnRoutes } from "./routes.ts";
import { returnRenderers } from "./snapshot-renderers.ts";

/** Create the returns module. */
export function returnsModule(deps: ReturnsDeps): Module {
  return {
    name: "returns",
    tables: ["order_returns", "order_return_lines"],
    routes: createReturnRoutes(deps),
    snapshotRenderers: returnRenderers,
  };
}
