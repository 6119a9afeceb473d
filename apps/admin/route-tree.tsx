import type { PanelData } from "@souk/contract";
import { type AnyRoute, createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { cataloguePages } from "./catalogue-pages.ts";
import { readHomeSearch } from "./home/home-search.ts";
import { ShopShell } from "./shell/shop-shell.tsx";
import { staffRoutes } from "./staff/index.tsx";
import { stockPages } from "./stock-pages.ts";

/** The pages of the shop that the document was made for. Another shop is another document. */
function shopRoutes(parent: AnyRoute, handle: string): AnyRoute[] {
  const page = (
    path: string,
    component: ReturnType<typeof lazyRouteComponent>,
    validateSearch?: (search: Record<string, unknown>) => object,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path: `/${handle}${path}`,
      component,
      ...(validateSearch ? { validateSearch } : {}),
    });
  const home = lazyRouteComponent(() => import("./home/home-page.tsx"), "HomePage");
  const apps = lazyRouteComponent(() => import("./apps/apps-page.tsx"), "AppsPage");
  const openApp = lazyRouteComponent(() => import("./apps/open-app-page.tsx"), "OpenAppPage");
  const details = lazyRouteComponent(() => import("./apps/details-page.tsx"), "AppDetailsPage");
  const settings = lazyRouteComponent(() => import("./settings/settings-page.tsx"), "SettingsPage");
  const custom = lazyRouteComponent(() => import("./settings/custom-apps-page.tsx"), "CustomAppsPage");
  return [
    page("", home, readHomeSearch),
    ...cataloguePages.map(({ path, component, readSearch }) => page(path, component, readSearch)),
    ...stockPages.map(({ path, component }) => page(path, component)),
    page("/apps", apps),
    page("/apps/installed/$client_id", openApp),
    page("/apps/installed/$client_id/details", details),
    page("/settings", settings),
    page("/settings/custom-apps", custom),
  ];
}

/**
 * Every address of the admin's program, as the platform lists them (packages/platform/panels/panel-pages.ts). What a page
 * is made of is loaded when somebody goes there.
 */
export function routeTreeFor({ store }: Pick<PanelData, "store">): AnyRoute {
  // The staff console belongs to no shop and has a shell of its own.
  const root = createRootRoute(store ? { component: ShopShell } : {});
  return root.addChildren(store ? shopRoutes(root, store.handle) : staffRoutes(root));
}
