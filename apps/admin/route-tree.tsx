import type { PanelData } from "@souk/contract";
import { type AnyRoute, createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readHomeSearch } from "./home/home-search.ts";
import { appPages } from "./pages/app-pages.ts";
import { cataloguePages } from "./pages/catalogue-pages.ts";
import { customerPages } from "./pages/customer-pages.ts";
import { orderPages } from "./pages/order-pages.ts";
import { settingsPages } from "./pages/settings-pages.ts";
import type { ShopPage } from "./pages/shop-page.ts";
import { stockPages } from "./pages/stock-pages.ts";
import { ShopShell } from "./shell/shop-shell.tsx";
import { staffRoutes } from "./staff/index.tsx";

const home: ShopPage = {
  path: "",
  component: lazyRouteComponent(() => import("./home/home-page.tsx"), "HomePage"),
  readSearch: readHomeSearch,
};

const shopPages = [
  home,
  ...orderPages,
  ...cataloguePages,
  ...stockPages,
  ...customerPages,
  ...appPages,
  ...settingsPages,
];

/** The pages of the shop that the document was made for. Another shop is another document. */
function shopRoutes(parent: AnyRoute, handle: string): AnyRoute[] {
  return shopPages.map(({ path, component, readSearch }) =>
    createRoute({
      getParentRoute: () => parent,
      path: `/${handle}${path}`,
      component,
      ...(readSearch ? { validateSearch: readSearch } : {}),
    }),
  );
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
