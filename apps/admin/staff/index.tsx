import type { StaffPage } from "@souk/contract";
import { lazyRouteComponent } from "@tanstack/react-router";

/** The component of each page of the staff console. A component is loaded when its page is first opened. */
export const staffPageComponents: Readonly<Record<StaffPage, ReturnType<typeof lazyRouteComponent>>> = {
  "/": lazyRouteComponent(() => import("./home/staff-page.tsx"), "StaffPage"),
  "/health": lazyRouteComponent(() => import("./health/health-page.tsx"), "HealthPage"),
  "/requests": lazyRouteComponent(() => import("./requests/request-page.tsx"), "RequestPage"),
  "/people": lazyRouteComponent(() => import("./people/people-page.tsx"), "PeoplePage"),
  "/people/$id": lazyRouteComponent(() => import("./people/person-page.tsx"), "PersonPage"),
  "/partners": lazyRouteComponent(() => import("./lists/partners-page.tsx"), "PartnersPage"),
  "/partners/$id": lazyRouteComponent(() => import("./details/partner-page.tsx"), "PartnerPage"),
  "/apps": lazyRouteComponent(() => import("./lists/apps-page.tsx"), "AppsPage"),
  "/apps/$id": lazyRouteComponent(() => import("./details/app-page.tsx"), "AppPage"),
  "/stores": lazyRouteComponent(() => import("./lists/stores-page.tsx"), "StoresPage"),
  "/stores/$id": lazyRouteComponent(() => import("./details/store-page.tsx"), "StorePage"),
  "/security": lazyRouteComponent(() => import("./security/security-page.tsx"), "SecurityPage"),
};
