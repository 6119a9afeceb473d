import type { Module } from "../../infrastructure/module.ts";
import type { CustomisationDeps } from "./customisation-deps.ts";
import { linkPages } from "./links/link-page.ts";
import { customisationRoutes } from "./routes.ts";

/** Create the module of what apps put into a store. */
export function customisationModule(deps: CustomisationDeps): Module {
  return {
    name: "customisation",
    tables: ["admin_links", "script_tags", "snippets", "curls"],
    routes: customisationRoutes(deps),
    pages: linkPages(deps),
  };
}
