import type { Conditions } from "../../infrastructure/listing/conditions.ts";
import {
  buildAnyFacetCondition,
  buildFacetCondition,
  buildWordsCondition,
  combineWithAnd,
  type SearchCondition,
} from "../../infrastructure/listing/search-conditions.ts";

/** The filters of products whose values are in the table `product_search`. */
export interface SearchFilters {
  query: string | undefined;
  vendor: string | undefined;
  brand: string | undefined;
  product_type: string | undefined;
  tags: string[] | undefined;
  visibility: "published" | "unpublished" | undefined;
}

/**
 * Build the condition on `product_search`, and bind the values of the filters in `conditions`.
 * @returns undefined if no filter needs this table. The visibility `published` does not need the table, so the caller must add
 *   the condition for that visibility.
 */
export function buildSearchCondition(
  filters: SearchFilters,
  conditions: Conditions,
): SearchCondition | undefined {
  // The letters are the kinds of facets in `product_search`: vendor, brand, product type (y), hidden (h) and tag.
  const facets: [string, string | undefined][] = [
    ["v", filters.vendor],
    ["b", filters.brand],
    ["y", filters.product_type],
    ["h", filters.visibility === "unpublished" ? "" : undefined],
  ];
  return combineWithAnd([
    buildWordsCondition(filters.query, conditions),
    ...facets.map(([kind, value]) =>
      value === undefined ? undefined : buildFacetCondition(kind, value, conditions),
    ),
    filters.tags === undefined ? undefined : buildAnyFacetCondition("t", filters.tags, conditions),
  ]);
}
