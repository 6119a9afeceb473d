import { lazyRouteComponent } from "@tanstack/react-router";
import type { ShopPage } from "./shop-page.ts";

/** The pages of apps: those that the shop has, one that is open, and what the shop knows of it. */
export const appPages: readonly ShopPage[] = [
  {
    path: "/apps",
    component: lazyRouteComponent(() => import("../apps/apps-page.tsx"), "AppsPage"),
  },
  {
    path: "/apps/installed/$client_id",
    component: lazyRouteComponent(() => import("../apps/open-app-page.tsx"), "OpenAppPage"),
  },
  {
    path: "/apps/installed/$client_id/details",
    component: lazyRouteComponent(() => import("../apps/details-page.tsx"), "AppDetailsPage"),
  },
  {
    path: "/fulfillment-requests/$id",
    component: lazyRouteComponent(
      () => import("../fulfil-by-app/request-page.tsx"),
      "FulfillmentRequestPage",
    ),
  },
];
