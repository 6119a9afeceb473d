import type { Conditions } from "../../infrastructure/listing/conditions.ts";
import {
  buildAnyFacetCondition,
  buildWordsCondition,
  combineWithAnd,
  combineWithOr,
  type SearchCondition,
} from "../../infrastructure/listing/search-conditions.ts";
import { readPhone } from "./phone-number.ts";

/** The values of a customer search. They are matched against the table `customer_search`. */
export interface CustomerSearch {
  query?: string | undefined;
  /** If `query` is a phone number or a part of one, the digit sequences that may match instead of the words of `query`. */
  digits?: readonly string[] | undefined;
  tags?: string[] | undefined;
}

/** Build the search condition, or return undefined if there is nothing to search for. The search's values are bound in `conditions`. */
export function buildSearchCondition(
  { query, digits, tags }: CustomerSearch,
  conditions: Conditions,
): SearchCondition | undefined {
  let queryCondition = buildWordsCondition(query, conditions);
  for (const number of digits ?? []) {
    const numberCondition = buildWordsCondition(number, conditions);
    if (queryCondition && numberCondition) queryCondition = combineWithOr(queryCondition, numberCondition);
  }
  return combineWithAnd([
    queryCondition,
    tags === undefined ? undefined : buildAnyFacetCondition("t", tags, conditions),
  ]);
}

/**
 * Return whether a search text looks like a phone number or a part of one: it has at least three digits, and all its characters
 * occur in phone numbers.
 */
export function looksLikePhone(search: string): boolean {
  return /^[+\d\s()./-]+$/.test(search) && search.replace(/\D/g, "").length >= 3;
}

/**
 * List the digit sequences with which a typed phone number is searched: the typed digits without leading zeros and, if the text is a
 * complete number, the digits of its stored form. The two differ if the country calling code was not typed.
 */
export function listPhoneDigits(search: string, countries: readonly string[]): string[] {
  const phone = readPhone(search, countries);
  const typedDigits = search.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  return phone.ok ? [...new Set([typedDigits, phone.number.slice(1)])] : [typedDigits];
}
