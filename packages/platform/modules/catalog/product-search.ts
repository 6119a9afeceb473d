import type { Conditions } from "../../listing/conditions.ts";
import {
  allSought,
  anyFacetSought,
  facetSought,
  type SoughtRows,
  wordsSought,
} from "../../listing/token-search.ts";

/** What products are found by, as the table `product_search` keeps it. */
export interface Sought {
  query: string | undefined;
  vendor: string | undefined;
  brand: string | undefined;
  product_type: string | undefined;
  tags: string[] | undefined;
  visibility: "published" | "unpublished" | undefined;
}

/** What is sought; undefined when nothing of this kind is asked. Its values are bound in the conditions. */
export function soughtRows(sought: Sought, conditions: Conditions): SoughtRows | undefined {
  const facets: [string, string | undefined][] = [
    ["v", sought.vendor],
    ["b", sought.brand],
    ["y", sought.product_type],
    ["h", sought.visibility === "unpublished" ? "" : undefined],
  ];
  return allSought([
    wordsSought(sought.query, conditions),
    ...facets.map(([kind, facet]) =>
      facet === undefined ? undefined : facetSought(kind, facet, conditions),
    ),
    sought.tags === undefined ? undefined : anyFacetSought("t", sought.tags, conditions),
  ]);
}
