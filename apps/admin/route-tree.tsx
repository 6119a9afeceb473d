import { type PanelData, type StorePage, staffPages, storePages } from "@souk/contract";
import { type AnyRoute, createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readHomeSearch } from "./home/home-search.ts";
import { appPages } from "./pages/app-pages.ts";
import { catalogPages } from "./pages/catalog-pages.ts";
import { customerPages } from "./pages/customer-pages.ts";
import { orderPages } from "./pages/order-pages.ts";
import type { PanelPage } from "./pages/panel-page.ts";
import { settingsPages } from "./pages/settings-pages.ts";
import { stockPages } from "./pages/stock-pages.ts";
import { StoreShell } from "./shell/store-shell.tsx";
import { staffPageComponents } from "./staff/index.tsx";

/** What each listed page of a store is made of: a page without its line here is a type error. */
const pagesOfStore: Readonly<Record<StorePage, PanelPage>> = {
  "/": {
    component: lazyRouteComponent(() => import("./home/home-page.tsx"), "HomePage"),
    readSearch: readHomeSearch,
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
    const { component, readSearch } = pagesOfStore[path];
    const search = readSearch ? { validateSearch: readSearch } : {};
    return createRoute({ getParentRoute: () => root, path, component, ...search });
  });
  return root.addChildren(routes);
}

/** The staff console belongs to no store and has a shell of its own, loaded when somebody goes there. */
function createStaffTree(): AnyRoute {
  const component = lazyRouteComponent(() => import("./staff/staff-shell.tsx"), "StaffShell");
  const root = createRootRoute({ component });
  const routes = staffPages.map((path) =>
    createRoute({ getParentRoute: () => root, path, component: staffPageComponents[path] }),
  );
  return root.addChildren(routes);
}

/**
 * Create the routes of the document's store, or of the staff console where it has none, from the contract's list of pages.
 *
 * @returns the routes and the path that their addresses begin with; another store is another document
 */
export function createAdminRoutes({ store }: Pick<PanelData, "store">): { tree: AnyRoute; basepath: string } {
  return store
    ? { tree: createStoreTree(), basepath: `/${store.handle}` }
    : { tree: createStaffTree(), basepath: "/staff" };
}
