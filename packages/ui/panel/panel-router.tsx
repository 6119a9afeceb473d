import { type AnyRoute, createBrowserHistory, createRouter } from "@tanstack/react-router";
import { BrokenPage } from "./broken-page.tsx";
import { MissingPage } from "./missing-page.tsx";

/**
 * Create a router with Souk's pages for what is missing and what broke.
 *
 * @param basepath the path that the addresses of all pages begin with
 */
export function createPanelRouter(routeTree: AnyRoute, basepath = "/") {
  // The router writes the first page as `/kedai/`; its address has no slash at its end.
  const history = createBrowserHistory({ createHref: (href) => href.replace(/(?<=.)\/(?=$|[?#])/, "") });
  return createRouter({
    routeTree,
    basepath,
    history,
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultNotFoundComponent: MissingPage,
    defaultErrorComponent: BrokenPage,
  });
}
