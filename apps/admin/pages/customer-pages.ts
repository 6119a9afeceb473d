import { lazyRouteComponent } from "@tanstack/react-router";
import type { StorePages } from "./panel-page.ts";

const loadBalancePages = () => import("../customers/balances/balance-pages.tsx");

/** The pages of customers and their groups. */
export const customerPages = {
  "/customers": {
    component: lazyRouteComponent(() => import("../customers/customers-page.tsx"), "CustomersPage"),
  },
  "/customers/new": {
    component: lazyRouteComponent(() => import("../customers/new-customer-page.tsx"), "NewCustomerPage"),
  },
  "/customers/$id": {
    component: lazyRouteComponent(() => import("../customers/customer-page.tsx"), "CustomerPage"),
  },
  "/customers/$id/credit": { component: lazyRouteComponent(loadBalancePages, "CustomerCreditPage") },
  "/customers/$id/points": { component: lazyRouteComponent(loadBalancePages, "CustomerPointsPage") },
  "/customers/groups": {
    component: lazyRouteComponent(() => import("../customers/groups/groups-page.tsx"), "CustomerGroupsPage"),
  },
  "/customers/groups/new": {
    component: lazyRouteComponent(
      () => import("../customers/groups/new-group-page.tsx"),
      "NewCustomerGroupPage",
    ),
  },
  "/customers/groups/$id": {
    component: lazyRouteComponent(() => import("../customers/groups/group-page.tsx"), "CustomerGroupPage"),
  },
} as const satisfies StorePages;
