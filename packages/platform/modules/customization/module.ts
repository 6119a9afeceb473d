import type { Module } from "../../infrastructure/module.ts";
import type { CustomizationDeps } from "./customization-deps.ts";
import { createLinkPages } from "./links/link-page.ts";
import { createCustomizationRoutes } from "./routes.ts";

/** Create the module of the records with which apps customize a store, such as snippets and admin links. */
export function customizationModule(deps: CustomizationDeps): Module {
  return {
    name: "customization",
    tables: ["admin_links", "script_tags", "snippets", "curls"],
    routes: createCustomizationRoutes(deps),
    pages: createLinkPages(deps),
  };
}
