import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

type PageComponent = ReturnType<typeof lazyRouteComponent>;

/**
 * The staff console's addresses, as the platform lists them (packages/platform/panels/panel-pages.ts), with a shell of their
 * own. Nothing of it is loaded before somebody goes there.
 * @param parent a route that draws nothing around its pages
 */
export function staffRoutes(parent: AnyRoute): AnyRoute[] {
  const shell = createRoute({
    getParentRoute: () => parent,
    id: "staff",
    component: lazyRouteComponent(() => import("./staff-shell.tsx"), "StaffShell"),
  });
  const page = (path: string, component: PageComponent): AnyRoute =>
    createRoute({ getParentRoute: () => shell, path: `/staff${path}`, component });
  return [
    shell.addChildren([
      page(
        "",
        lazyRouteComponent(() => import("./home/staff-page.tsx"), "StaffPage"),
      ),
      page(
        "/partners",
        lazyRouteComponent(() => import("./lists/partners-page.tsx"), "PartnersPage"),
      ),
      page(
        "/partners/$id",
        lazyRouteComponent(() => import("./details/partner-page.tsx"), "PartnerPage"),
      ),
      page(
        "/apps",
        lazyRouteComponent(() => import("./lists/apps-page.tsx"), "AppsPage"),
      ),
      page(
        "/apps/$id",
        lazyRouteComponent(() => import("./details/app-page.tsx"), "AppPage"),
      ),
      page(
        "/stores",
        lazyRouteComponent(() => import("./lists/stores-page.tsx"), "StoresPage"),
      ),
      page(
        "/stores/$id",
        lazyRouteComponent(() => import("./details/store-page.tsx"), "StorePage"),
      ),
    ]),
  ];
}
