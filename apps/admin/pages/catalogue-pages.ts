import { lazyRouteComponent } from "@tanstack/react-router";
import { readProductsSearch } from "../products/products-search.ts";
import { readSheetSearch } from "../products/sheet/sheet-search.ts";
import type { ShopPage } from "./shop-page.ts";

/** The pages of products and collections. */
export const cataloguePages: readonly ShopPage[] = [
  {
    path: "/products",
    component: lazyRouteComponent(() => import("../products/products-page.tsx"), "ProductsPage"),
    readSearch: readProductsSearch,
  },
  {
    path: "/products/new",
    component: lazyRouteComponent(() => import("../product/new/new-product-page.tsx"), "NewProductPage"),
  },
  {
    path: "/products/edit",
    component: lazyRouteComponent(() => import("../products/sheet/sheet-page.tsx"), "ProductsSheetPage"),
    readSearch: readSheetSearch,
  },
  {
    path: "/products/$id",
    component: lazyRouteComponent(() => import("../product/product-page.tsx"), "ProductPage"),
  },
  {
    path: "/collections",
    component: lazyRouteComponent(() => import("../collections/collections-page.tsx"), "CollectionsPage"),
  },
  {
    path: "/collections/new",
    component: lazyRouteComponent(
      () => import("../collections/new-collection-page.tsx"),
      "NewCollectionPage",
    ),
  },
  {
    path: "/collections/$id",
    component: lazyRouteComponent(() => import("../collections/collection-page.tsx"), "CollectionPage"),
  },
];
