import { lazyRouteComponent } from "@tanstack/react-router";
import { parseSheetSearch } from "../products/sheet/sheet-search.ts";
import type { StorePages } from "./panel-page.ts";

/** The pages of products and collections. */
export const catalogPages = {
  "/products": {
    component: lazyRouteComponent(() => import("../products/products-page.tsx"), "ProductsPage"),
  },
  "/products/new": {
    component: lazyRouteComponent(() => import("../product/new/new-product-page.tsx"), "NewProductPage"),
  },
  "/products/edit": {
    component: lazyRouteComponent(() => import("../products/sheet/sheet-page.tsx"), "ProductsSheetPage"),
    parseSearch: parseSheetSearch,
  },
  "/products/$id": {
    component: lazyRouteComponent(() => import("../product/product-page.tsx"), "ProductPage"),
  },
  "/collections": {
    component: lazyRouteComponent(() => import("../collections/collections-page.tsx"), "CollectionsPage"),
  },
  "/collections/new": {
    component: lazyRouteComponent(
      () => import("../collections/new-collection-page.tsx"),
      "NewCollectionPage",
    ),
  },
  "/collections/$id": {
    component: lazyRouteComponent(() => import("../collections/collection-page.tsx"), "CollectionPage"),
  },
} as const satisfies StorePages;
