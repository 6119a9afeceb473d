import { lazyRouteComponent } from "@tanstack/react-router";
import type { ShopPage } from "./shop-page.ts";

const balances = () => import("../customers/balances/balance-pages.tsx");

/** The pages of customers and their groups. */
export const customerPages: readonly ShopPage[] = [
  {
    path: "/customers",
    component: lazyRouteComponent(() => import("../customers/customers-page.tsx"), "CustomersPage"),
  },
  {
    path: "/customers/new",
    component: lazyRouteComponent(() => import("../customers/new-customer-page.tsx"), "NewCustomerPage"),
  },
  {
    path: "/customers/$id",
    component: lazyRouteComponent(() => import("../customers/customer-page.tsx"), "CustomerPage"),
  },
  { path: "/customers/$id/credit", component: lazyRouteComponent(balances, "CustomerCreditPage") },
  { path: "/customers/$id/points", component: lazyRouteComponent(balances, "CustomerPointsPage") },
  {
    path: "/customers/groups",
    component: lazyRouteComponent(() => import("../customers/groups/groups-page.tsx"), "CustomerGroupsPage"),
  },
  {
    path: "/customers/groups/new",
    component: lazyRouteComponent(
      () => import("../customers/groups/new-group-page.tsx"),
      "NewCustomerGroupPage",
    ),
  },
  {
    path: "/customers/groups/$id",
    component: lazyRouteComponent(() => import("../customers/groups/group-page.tsx"), "CustomerGroupPage"),
  },
];
