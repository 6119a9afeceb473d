import type { Module } from "../../infrastructure/module.ts";
import type { CustomizationDeps } from "./customization-deps.ts";
import { linkPages } from "./links/link-page.ts";
import { customizationRoutes } from "./routes.ts";

/** Create the module of what apps put into a store. */
export function customizationModule(deps: CustomizationDeps): Module {
  return {
    name: "customization",
    tables: ["admin_links", "script_tags", "snippets", "curls"],
    routes: customizationRoutes(deps),
    pages: linkPages(deps),
  };
}
