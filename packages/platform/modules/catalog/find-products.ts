import type { Queryable } from "@souk/database";
import { type FoundRows, findRows } from "../../listing/found-rows.ts";
import { type ProductFilters, productConditions } from "./product-conditions.ts";

/** What products are read by, with the way to find them that suits how many there are. */
export function findProducts(run: Queryable, storeId: number, query: ProductFilters): Promise<FoundRows> {
  return findRows(run, "products", (finding) => productConditions(storeId, query, finding));
}
