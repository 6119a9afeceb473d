import type { Conditions } from "./conditions.ts";
import { wordsOf } from "./words-of.ts";

/** Conditions on the table `s` of what records are found by, whose store is `$1`, as SQL. */
export interface SoughtRows {
  /** Those that its index answers. */
  indexed: string;
  /** All of them, without the index. */
  exact: string;
}

// Written as the indexes are, or the planner does not know them again.
const tokens = "souk_tokens(s.store_id, s.told, s.facets)";

// Blanks and signs part words, as in `souk_words`; of a word of signs alone nothing is left to look for.
const signs = /[\s!-/:-@[-`{-~\u00A0\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F]/gu;

/** Records in whose told text every word of a search stands; undefined when it has none. Its values are bound. */
export function wordsSought(search: string | undefined, { bind }: Conditions): SoughtRows | undefined {
  const sent = wordsOf(search);
  if (sent === undefined) return undefined;
  const words = sent.filter((word) => word.replace(signs, "") !== "");
  if (words.length === 0) return { indexed: "false", exact: "false" };
  const all = `${bind(words)}::text[]`;
  // The index finds records that have the letters; the patterns, those that have them in this order.
  return {
    indexed: `${tokens} @> souk_sought($1, ${all})`,
    exact: `s.told like all (souk_patterns(${all}))`,
  };
}

/** Records that have a facet. */
export function facetSought(kind: string, facet: string, { bind }: Conditions): SoughtRows {
  const one = `array[${bind(facet)}::text]`;
  return {
    indexed: `${tokens} @> souk_facets($1, '${kind}', ${one})`,
    exact: `s.facets @> array['${kind}' || (${one})[1]]`,
  };
}

/** Records that have one of some facets. */
export function anyFacetSought(kind: string, facets: readonly string[], { bind }: Conditions): SoughtRows {
  const some = `${bind(facets)}::text[]`;
  return {
    indexed: `${tokens} && souk_facets($1, '${kind}', ${some})`,
    exact: `s.facets && array(select '${kind}' || facet from unnest(${some}) as facet)`,
  };
}

/** Records that are found by one or the other. */
export function eitherSought(one: SoughtRows, other: SoughtRows): SoughtRows {
  return {
    indexed: `(${one.indexed} or ${other.indexed})`,
    exact: `(${one.exact} or ${other.exact})`,
  };
}

/** Records that are found by all of these; undefined when there is none. */
export function allSought(parts: readonly (SoughtRows | undefined)[]): SoughtRows | undefined {
  const asked = parts.filter((part) => part !== undefined);
  if (asked.length === 0) return undefined;
  const exact = asked.map((part) => part.exact).join(" and ");
  return { indexed: `${asked.map((part) => part.indexed).join(" and ")} and ${exact}`, exact };
}
