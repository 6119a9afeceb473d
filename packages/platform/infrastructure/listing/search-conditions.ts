import type { Conditions } from "./conditions.ts";
import { splitWords } from "./search-words.ts";

/** Conditions on the search table `s`, whose store is `$1`, as SQL. */
export interface SearchCondition {
  /** The conditions that the table's index can answer. */
  indexed: string;
  /** All conditions, without the index. */
  exact: string;
}

// Written as the indexes are, or the planner does not know them again.
const tokens = "souk_search_tokens(s.store_id, s.search_text, s.facets)";

// Blanks and signs part words, as in `souk_search_words`; of a word of signs alone nothing is left to look for.
const signs = /[\s!-/:-@[-`{-~\u00A0\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F]/gu;

/**
 * Build the condition for records whose search text has every word of a search; undefined for a search
 * without words. Binds its values.
 */
export function buildWordsCondition(
  search: string | undefined,
  { bind }: Conditions,
): SearchCondition | undefined {
  const sent = splitWords(search);
  if (sent === undefined) return undefined;
  const words = sent.filter((word) => word.replace(signs, "") !== "");
  if (words.length === 0) return { indexed: "false", exact: "false" };
  const all = `${bind(words)}::text[]`;
  // The index finds records that have the letters; the patterns, those that have them in this order.
  return {
    indexed: `${tokens} @> souk_search_match($1, ${all})`,
    exact: `s.search_text like all (souk_search_patterns(${all}))`,
  };
}

/** Build the condition for records that have a facet. */
export function buildFacetCondition(kind: string, facet: string, { bind }: Conditions): SearchCondition {
  const one = `array[${bind(facet)}::text]`;
  return {
    indexed: `${tokens} @> souk_facet_tokens($1, '${kind}', ${one})`,
    exact: `s.facets @> array['${kind}' || (${one})[1]]`,
  };
}

/** Build the condition for records that have at least one of some facets. */
export function buildAnyFacetCondition(
  kind: string,
  facets: readonly string[],
  { bind }: Conditions,
): SearchCondition {
  const some = `${bind(facets)}::text[]`;
  return {
    indexed: `${tokens} && souk_facet_tokens($1, '${kind}', ${some})`,
    exact: `s.facets && array(select '${kind}' || facet from unnest(${some}) as facet)`,
  };
}

/** Build the condition for records that match either condition. */
export function combineWithOr(condition: SearchCondition, other: SearchCondition): SearchCondition {
  return {
    indexed: `(${condition.indexed} or ${other.indexed})`,
    exact: `(${condition.exact} or ${other.exact})`,
  };
}

/** Build the condition for records that match all of these; undefined when there is none. */
export function combineWithAnd(parts: readonly (SearchCondition | undefined)[]): SearchCondition | undefined {
  const asked = parts.filter((part) => part !== undefined);
  if (asked.length === 0) return undefined;
  const exact = asked.map((part) => part.exact).join(" and ");
  return { indexed: `${asked.map((part) => part.indexed).join(" and ")} and ${exact}`, exact };
}
