import { lazyRouteComponent } from "@tanstack/react-router";
import type { ShopPage } from "./shop-page.ts";

/** The pages of orders. */
export const orderPages: readonly ShopPage[] = [
  {
    path: "/orders",
    component: lazyRouteComponent(() => import("../orders/orders-page.tsx"), "OrdersPage"),
  },
  {
    path: "/orders/$id",
    component: lazyRouteComponent(() => import("../order/order-page.tsx"), "OrderPage"),
  },
];
