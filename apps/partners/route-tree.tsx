import { type PartnerPage, partnerPages } from "@souk/contract";
import { type AnyRoute, createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { PartnerShell } from "./shell/partner-shell.tsx";

/** The component of each page. It is loaded when the page is opened. */
const components: Readonly<Record<PartnerPage, ReturnType<typeof lazyRouteComponent>>> = {
  "/": lazyRouteComponent(() => import("./apps/apps-page.tsx"), "AppsPage"),
  "/apps/new": lazyRouteComponent(() => import("./register/register-page.tsx"), "RegisterPage"),
  "/apps/$id": lazyRouteComponent(() => import("./app/app-page.tsx"), "AppPage"),
  "/apps/$id/installations/$installation_id": lazyRouteComponent(
    () => import("./installation/installation-page.tsx"),
    "InstallationPage",
  ),
};

/** Create the routes of the partner dashboard from the contract's list of pages. */
export function createPartnerRoutes(): AnyRoute {
  const root = createRootRoute({ component: PartnerShell });
  const routes = partnerPages.map((path) =>
    createRoute({ getParentRoute: () => root, path, component: components[path] }),
  );
  return root.addChildren(routes);
}
