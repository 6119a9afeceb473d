import { lazyRouteComponent } from "@tanstack/react-router";
import type { StorePages } from "./panel-page.ts";

const loadDocumentPages = () => import("../purchasing/document-pages.tsx");
const loadImportPages = () => import("../imports/import-pages.tsx");
const loadListPages = () => import("../purchasing/list-pages.tsx");

/** The pages of inventory, purchase orders, transfers, imports and exports. */
export const stockPages = {
  "/inventory": {
    component: lazyRouteComponent(() => import("../inventory/inventory-page.tsx"), "InventoryPage"),
  },
  "/inventory/$product_id/$variant_id/$location_id": {
    component: lazyRouteComponent(() => import("../inventory/level-page.tsx"), "LevelPage"),
  },
  "/purchase-orders": { component: lazyRouteComponent(loadListPages, "PurchaseOrdersPage") },
  "/purchase-orders/new": { component: lazyRouteComponent(loadDocumentPages, "NewPurchaseOrderPage") },
  "/purchase-orders/$id": { component: lazyRouteComponent(loadDocumentPages, "PurchaseOrderPage") },
  "/transfers": { component: lazyRouteComponent(loadListPages, "TransfersPage") },
  "/transfers/new": { component: lazyRouteComponent(loadDocumentPages, "NewTransferPage") },
  "/transfers/$id": { component: lazyRouteComponent(loadDocumentPages, "TransferPage") },
  "/products/import": { component: lazyRouteComponent(loadImportPages, "ProductImportsPage") },
  "/products/import/$id": { component: lazyRouteComponent(loadImportPages, "ProductImportPage") },
  "/customers/import": { component: lazyRouteComponent(loadImportPages, "CustomerImportsPage") },
  "/customers/import/$id": { component: lazyRouteComponent(loadImportPages, "CustomerImportPage") },
  "/exports": {
    component: lazyRouteComponent(() => import("../exports/exports-page.tsx"), "ExportsPage"),
  },
} as const satisfies StorePages;
