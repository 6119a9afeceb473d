import { lazyRouteComponent } from "@tanstack/react-router";
import type { StorePages } from "./panel-page.ts";

const documents = () => import("../purchasing/document-pages.tsx");
const imports = () => import("../imports/import-pages.tsx");
const lists = () => import("../purchasing/list-pages.tsx");

/** The pages of inventory, purchase orders, transfers, imports and exports. */
export const stockPages = {
  "/inventory": {
    component: lazyRouteComponent(() => import("../inventory/inventory-page.tsx"), "InventoryPage"),
  },
  "/inventory/$product_id/$variant_id/$location_id": {
    component: lazyRouteComponent(() => import("../inventory/level-page.tsx"), "LevelPage"),
  },
  "/purchase-orders": { component: lazyRouteComponent(lists, "PurchaseOrdersPage") },
  "/purchase-orders/new": { component: lazyRouteComponent(documents, "NewPurchaseOrderPage") },
  "/purchase-orders/$id": { component: lazyRouteComponent(documents, "PurchaseOrderPage") },
  "/transfers": { component: lazyRouteComponent(lists, "TransfersPage") },
  "/transfers/new": { component: lazyRouteComponent(documents, "NewTransferPage") },
  "/transfers/$id": { component: lazyRouteComponent(documents, "TransferPage") },
  "/products/import": { component: lazyRouteComponent(imports, "ProductImportsPage") },
  "/products/import/$id": { component: lazyRouteComponent(imports, "ProductImportPage") },
  "/customers/import": { component: lazyRouteComponent(imports, "CustomerImportsPage") },
  "/customers/import/$id": { component: lazyRouteComponent(imports, "CustomerImportPage") },
  "/exports": {
    component: lazyRouteComponent(() => import("../exports/exports-page.tsx"), "ExportsPage"),
  },
} as const satisfies StorePages;
