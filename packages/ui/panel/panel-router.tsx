import { type AnyRoute, createBrowserHistory, createRouter } from "@tanstack/react-router";
import { BrokenPage } from "./broken-page.tsx";
import { MissingPage } from "./missing-page.tsx";

/**
 * Create a router with Souk's pages for unknown URLs and for errors.
 *
 * @param basepath the path with which the URLs of all pages begin
 */
export function createPanelRouter(routeTree: AnyRoute, basepath = "/") {
  // The router would write the URL of the first page as `/kedai/`, with a slash at the end.
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
