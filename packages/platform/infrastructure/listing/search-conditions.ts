import type { Conditions } from "./conditions.ts";
import { splitWords } from "./search-words.ts";

/** SQL conditions on the search table `s`, for the store `$1`. */
export interface SearchCondition {
  /** Conditions that use the table's index. */
  indexed: string;
  /** All conditions, without using the index. */
  exact: string;
}

// This expression must be identical to the expression in the index definitions, otherwise PostgreSQL does not use the indexes.
const tokens = "souk_search_tokens(s.store_id, s.search_text, s.facets)";

// Whitespace and punctuation separate words, as in `souk_search_words`. A word that is only punctuation is ignored.
const separators = /[\s!-/:-@[-`{-~\u00A0\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F]/gu;

/**
 * Build the condition for records whose search text contains every word of a search, and bind its values. Returns
 * undefined if the search is empty or only whitespace. A search of only punctuation matches no record.
 */
export function buildWordsCondition(
  search: string | undefined,
  { bind }: Conditions,
): SearchCondition | undefined {
  const searchWords = splitWords(search);
  if (searchWords === undefined) return undefined;
  const words = searchWords.filter((word) => word.replace(separators, "") !== "");
  if (words.length === 0) return { indexed: "false", exact: "false" };
  const wordsArray = `${bind(words)}::text[]`;
  // The index finds records that contain the same letters, and the patterns check that the letters are in the same sequence.
  return {
    indexed: `${tokens} @> souk_search_match($1, ${wordsArray})`,
    exact: `s.search_text like all (souk_search_patterns(${wordsArray}))`,
  };
}

/** Build the condition for records that have this facet. @param kind the letter with which all facets of this kind begin */
export function buildFacetCondition(kind: string, facet: string, { bind }: Conditions): SearchCondition {
  const facetArray = `array[${bind(facet)}::text]`;
  return {
    indexed: `${tokens} @> souk_facet_tokens($1, '${kind}', ${facetArray})`,
    exact: `s.facets @> array['${kind}' || (${facetArray})[1]]`,
  };
}

/**
 * Build the condition for records that have at least one of these facets.
 * @param kind the letter with which all facets of this kind begin
 */
export function buildAnyFacetCondition(
  kind: string,
  facets: readonly string[],
  { bind }: Conditions,
): SearchCondition {
  const facetsArray = `${bind(facets)}::text[]`;
  return {
    indexed: `${tokens} && souk_facet_tokens($1, '${kind}', ${facetsArray})`,
    exact: `s.facets && array(select '${kind}' || facet from unnest(${facetsArray}) as facet)`,
  };
}

/** Build the condition for records that meet at least one of two conditions. */
export function combineWithOr(condition: SearchCondition, other: SearchCondition): SearchCondition {
  return {
    indexed: `(${condition.indexed} or ${other.indexed})`,
    exact: `(${condition.exact} or ${other.exact})`,
  };
}

/** Build the condition for records that meet all defined conditions; undefined if none is defined. */
export function combineWithAnd(parts: readonly (SearchCondition | undefined)[]): SearchCondition | undefined {
  const definedConditions = parts.filter((part) => part !== undefined);
  if (definedConditions.length === 0) return undefined;
  const exact = definedConditions.map((part) => part.exact).join(" and ");
  return { indexed: `${definedConditions.map((part) => part.indexed).join(" and ")} and ${exact}`, exact };
}
