import { lazyRouteComponent } from "@tanstack/react-router";
import type { StorePages } from "./panel-page.ts";

/** The pages of orders. */
export const orderPages = {
  "/orders": {
    component: lazyRouteComponent(() => import("../orders/orders-page.tsx"), "OrdersPage"),
  },
  "/orders/$id": {
    component: lazyRouteComponent(() => import("../order/order-page.tsx"), "OrderPage"),
  },
} as const satisfies StorePages;
