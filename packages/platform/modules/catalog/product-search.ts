import type { Conditions } from "../../listing/conditions.ts";
import { wordsOf } from "../../listing/words-of.ts";

/** What products are found by, as the table `product_search` keeps it. */
export interface Sought {
  query: string | undefined;
  vendor: string | undefined;
  brand: string | undefined;
  product_type: string | undefined;
  tags: string[] | undefined;
  visibility: "published" | "unpublished" | undefined;
}

/** Conditions on `product_search s`, whose store is `$1`, as SQL. */
export interface SoughtRows {
  /** Those that its index answers. */
  indexed: string;
  /** All of them, without the index. */
  exact: string;
}

// Written as the index is, or the planner does not know it again.
const tokens = "souk_tokens(s.store_id, s.told, s.facets)";

// Blanks and signs part words, as in `souk_words`; of a word of signs alone nothing is left to look for.
const signs = /[\s!-/:-@[-`{-~\u00A0\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F]/gu;

interface Part {
  indexed: string;
  exact: string;
}

function wordPart(sent: string[], { bind }: Conditions): Part {
  const words = sent.filter((word) => word.replace(signs, "") !== "");
  if (words.length === 0) return { indexed: "false", exact: "false" };
  const all = `${bind(words)}::text[]`;
  // The index finds products that have the letters; the patterns, those that have them in this order.
  return {
    indexed: `${tokens} @> souk_sought($1, ${all})`,
    exact: `s.told like all (souk_patterns(${all}))`,
  };
}

function facetPart(kind: string, facet: string, { bind }: Conditions): Part {
  const one = `array[${bind(facet)}::text]`;
  return {
    indexed: `${tokens} @> souk_facets($1, '${kind}', ${one})`,
    exact: `s.facets @> array['${kind}' || (${one})[1]]`,
  };
}

function tagPart(tags: string[], { bind }: Conditions): Part {
  const some = `${bind(tags)}::text[]`;
  return {
    indexed: `${tokens} && souk_facets($1, 't', ${some})`,
    exact: `s.facets && array(select 't' || tag from unnest(${some}) as tag)`,
  };
}

/** What is sought; undefined when nothing of this kind is asked. Its values are bound in the conditions. */
export function soughtRows(sought: Sought, conditions: Conditions): SoughtRows | undefined {
  const words = wordsOf(sought.query);
  const parts: Part[] = words === undefined ? [] : [wordPart(words, conditions)];
  const facets: [string, string | undefined][] = [
    ["v", sought.vendor],
    ["b", sought.brand],
    ["y", sought.product_type],
    ["h", sought.visibility === "unpublished" ? "" : undefined],
  ];
  for (const [kind, facet] of facets) if (facet !== undefined) parts.push(facetPart(kind, facet, conditions));
  if (sought.tags !== undefined) parts.push(tagPart(sought.tags, conditions));
  if (parts.length === 0) return undefined;
  const exact = parts.map((part) => part.exact).join(" and ");
  return { indexed: `${parts.map((part) => part.indexed).join(" and ")} and ${exact}`, exact };
}
