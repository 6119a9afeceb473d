import type { Conditions } from "../../infrastructure/listing/conditions.ts";
import {
  buildAnyFacetCondition,
  buildFacetCondition,
  buildWordsCondition,
  combineWithAnd,
  type SearchCondition,
} from "../../infrastructure/listing/search-conditions.ts";

/** The search values of products, as the table `product_search` stores them. */
export interface ProductSearch {
  query: string | undefined;
  vendor: string | undefined;
  brand: string | undefined;
  product_type: string | undefined;
  tags: string[] | undefined;
  visibility: "published" | "unpublished" | undefined;
}

/** Build the search condition, or undefined when no such value is given. Its values are bound in the conditions. */
export function buildSearchCondition(
  search: ProductSearch,
  conditions: Conditions,
): SearchCondition | undefined {
  const facets: [string, string | undefined][] = [
    ["v", search.vendor],
    ["b", search.brand],
    ["y", search.product_type],
    ["h", search.visibility === "unpublished" ? "" : undefined],
  ];
  return combineWithAnd([
    buildWordsCondition(search.query, conditions),
    ...facets.map(([kind, facet]) =>
      facet === undefined ? undefined : buildFacetCondition(kind, facet, conditions),
    ),
    search.tags === undefined ? undefined : buildAnyFacetCondition("t", search.tags, conditions),
  ]);
}
