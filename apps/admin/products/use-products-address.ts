import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { ProductsSearch } from "./products-search.ts";

/** Some fields anew; undefined takes one out. */
export type ProductsChange = { [K in keyof ProductsSearch]?: ProductsSearch[K] | undefined };

/** What the address says of the list, and a way to change it. A change but that of the page goes to the first page. */
export function useProductsAddress() {
  const search = useSearch({ strict: false }) as ProductsSearch;
  const navigate = useNavigate();
  const change = useCallback(
    (some: ProductsChange, { replace = false }: { replace?: boolean } = {}) =>
      void navigate({
        to: ".",
        search: (before: ProductsSearch) => ({ ...before, page: undefined, ...some }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change };
}

/** Changes what the address says of the list. */
export type ChangeSearch = ReturnType<typeof useProductsAddress>["change"];
