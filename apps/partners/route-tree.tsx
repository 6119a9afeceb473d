import { type AnyRoute, createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { PartnerShell } from "./shell/partner-shell.tsx";

/**
 * Every address of the partner dashboard, as the platform lists them (packages/platform/panels/panel-pages.ts). What a page
 * is made of is loaded when somebody goes there.
 */
export function partnerRoutes(): AnyRoute {
  const root = createRootRoute({ component: PartnerShell });
  const page = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => root, path, component });
  return root.addChildren([
    page(
      "/",
      lazyRouteComponent(() => import("./apps/apps-page.tsx"), "AppsPage"),
    ),
    page(
      "/apps/new",
      lazyRouteComponent(() => import("./register/register-page.tsx"), "RegisterPage"),
    ),
    page(
      "/apps/$id",
      lazyRouteComponent(() => import("./app/app-page.tsx"), "AppPage"),
    ),
    page(
      "/apps/$id/installations/$installation_id",
      lazyRouteComponent(() => import("./installation/installation-page.tsx"), "InstallationPage"),
    ),
  ]);
}
