import { type PanelData, type StorePage, staffPages, storePages } from "@souk/contract";
import { type AnyRoute, createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseHomeSearch } from "./home/home-search.ts";
import { appPages } from "./pages/app-pages.ts";
import { catalogPages } from "./pages/catalog-pages.ts";
import { customerPages } from "./pages/customer-pages.ts";
import { orderPages } from "./pages/order-pages.ts";
import type { PanelPage } from "./pages/panel-page.ts";
import { settingsPages } from "./pages/settings-pages.ts";
import { stockPages } from "./pages/stock-pages.ts";
import { StoreShell } from "./shell/store-shell.tsx";
import { staffPageComponents } from "./staff/index.tsx";

/** The component of each store page in the contract's list. TypeScript reports a page that is missing here. */
const storePageComponents: Readonly<Record<StorePage, PanelPage>> = {
  "/": {
    component: lazyRouteComponent(() => import("./home/home-page.tsx"), "HomePage"),
    parseSearch: parseHomeSearch,
  },
  ...orderPages,
  ...catalogPages,
  ...stockPages,
  ...customerPages,
  ...appPages,
  ...settingsPages,
};

function createStoreTree(): AnyRoute {
  const root = createRootRoute({ component: StoreShell });
  const routes = storePages.map((path) => {
    const { component, parseSearch } = storePageComponents[path];
    const search = parseSearch ? { validateSearch: parseSearch } : {};
    return createRoute({ getParentRoute: () => root, path, component, ...search });
  });
  return root.addChildren(routes);
}

/**
 * Create the routes of the staff console, which belongs to no store. Its shell is loaded when the console is
 * opened.
 */
function createStaffTree(): AnyRoute {
  const component = lazyRouteComponent(() => import("./staff/staff-shell.tsx"), "StaffShell");
  const root = createRootRoute({ component });
  const routes = staffPages.map((path) =>
    createRoute({ getParentRoute: () => root, path, component: staffPageComponents[path] }),
  );
  return root.addChildren(routes);
}

/**
 * Create the routes of the store that this HTML document shows, from the contract's list of pages. If the document shows no
 * store, create the routes of the staff console.
 *
 * @returns the routes, and the path prefix of their URLs. The prefix never changes, because opening another store loads a new
 *   HTML document.
 */
export function createAdminRoutes({ store }: Pick<PanelData, "store">): { tree: AnyRoute; basepath: string } {
  return store
    ? { tree: createStoreTree(), basepath: `/${store.handle}` }
    : { tree: createStaffTree(), basepath: "/staff" };
}
