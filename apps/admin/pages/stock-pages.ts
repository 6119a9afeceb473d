import { lazyRouteComponent } from "@tanstack/react-router";
import type { ShopPage } from "./shop-page.ts";

const documents = () => import("../purchasing/one-pages.tsx");
const imports = () => import("../imports/import-pages.tsx");
const lists = () => import("../purchasing/list-pages.tsx");

/** The pages of stock: what is where, and what is on the way; and of files that come and go. */
export const stockPages: readonly ShopPage[] = [
  {
    path: "/inventory",
    component: lazyRouteComponent(() => import("../inventory/inventory-page.tsx"), "InventoryPage"),
  },
  {
    path: "/inventory/$product_id/$variant_id/$location_id",
    component: lazyRouteComponent(() => import("../inventory/level-page.tsx"), "LevelPage"),
  },
  { path: "/purchase-orders", component: lazyRouteComponent(lists, "PurchaseOrdersPage") },
  { path: "/purchase-orders/new", component: lazyRouteComponent(documents, "NewPurchaseOrderPage") },
  { path: "/purchase-orders/$id", component: lazyRouteComponent(documents, "PurchaseOrderPage") },
  { path: "/transfers", component: lazyRouteComponent(lists, "TransfersPage") },
  { path: "/transfers/new", component: lazyRouteComponent(documents, "NewTransferPage") },
  { path: "/transfers/$id", component: lazyRouteComponent(documents, "TransferPage") },
  { path: "/products/import", component: lazyRouteComponent(imports, "ProductImportsPage") },
  { path: "/products/import/$id", component: lazyRouteComponent(imports, "ProductImportPage") },
  { path: "/customers/import", component: lazyRouteComponent(imports, "CustomerImportsPage") },
  { path: "/customers/import/$id", component: lazyRouteComponent(imports, "CustomerImportPage") },
  {
    path: "/exports",
    component: lazyRouteComponent(() => import("../exports/exports-page.tsx"), "ExportsPage"),
  },
];
