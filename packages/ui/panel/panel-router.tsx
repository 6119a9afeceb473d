import { type AnyRoute, createBrowserHistory, createRouter } from "@tanstack/react-router";
import { BrokenPage } from "./broken-page.tsx";
import { MissingPage } from "./missing-page.tsx";

/**
 * Create a router with Souk's pages for unknown URLs and for errors.
 *
 * @param basepath the path prefix of all pages
 */
export function createPanelRouter(routeTree: AnyRoute, basepath = "/") {
  // Without this, the router adds a trailing slash to the URL of the first page, as in `/kedai/`.
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
