import { type AnyRoute, createRouter } from "@tanstack/react-router";
import { BrokenPage } from "./broken-page.tsx";
import { MissingPage } from "./missing-page.tsx";

/** A router with Souk's pages for what is missing and what broke. */
export function createPanelRouter(routeTree: AnyRoute) {
  return createRouter({
    routeTree,
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultNotFoundComponent: MissingPage,
    defaultErrorComponent: BrokenPage,
  });
}
