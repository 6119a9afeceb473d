import { lazyRouteComponent } from "@tanstack/react-router";
import type { StorePages } from "./panel-page.ts";

/** The pages of apps: the list, an opened app, an app's details, and fulfillment requests. */
export const appPages = {
  "/apps": {
    component: lazyRouteComponent(() => import("../apps/apps-page.tsx"), "AppsPage"),
  },
  "/apps/installed/$client_id": {
    component: lazyRouteComponent(() => import("../apps/open-app-page.tsx"), "OpenAppPage"),
  },
  "/apps/installed/$client_id/details": {
    component: lazyRouteComponent(() => import("../apps/details-page.tsx"), "AppDetailsPage"),
  },
  "/fulfillment-requests/$id": {
    component: lazyRouteComponent(
      () => import("../fulfill-by-app/request-page.tsx"),
      "FulfillmentRequestPage",
    ),
  },
} as const satisfies StorePages;
