import type { Conditions } from "../../infrastructure/listing/conditions.ts";
import {
  buildAnyFacetCondition,
  buildWordsCondition,
  combineWithAnd,
  combineWithOr,
  type SearchCondition,
} from "../../infrastructure/listing/search-conditions.ts";
import { readPhone } from "./phone-number.ts";

/** The search values of customers, as the table `customer_search` stores them. */
export interface CustomerSearch {
  query?: string | undefined;
  /** The digits of `query` if it is a phone number or a part of one; any of them may match. */
  digits?: readonly string[] | undefined;
  tags?: string[] | undefined;
}

/** Build the search condition, or undefined when no such value is given. Its values are bound in the conditions. */
export function buildSearchCondition(
  { query, digits, tags }: CustomerSearch,
  conditions: Conditions,
): SearchCondition | undefined {
  const words = buildWordsCondition(query, conditions);
  const phones = digits?.map((some) => buildWordsCondition(some, conditions)) ?? [];
  return combineWithAnd([
    [words, ...phones].reduce((condition, other) =>
      condition && other ? combineWithOr(condition, other) : condition,
    ),
    tags === undefined ? undefined : buildAnyFacetCondition("t", tags, conditions),
  ]);
}

/**
 * Return whether a search is a phone number or a part of one: three digits or more, and only characters used in
 * numbers.
 */
export function looksLikePhone(search: string): boolean {
  return /^[+\d\s()./-]+$/.test(search) && search.replace(/\D/g, "").length >= 3;
}

/**
 * List the digits by which a typed phone number is found: as typed, without the leading zeros of a number within its
 * country, and as the whole number is stored, which differs when the country code is missing or a zero is within.
 */
export function phoneDigits(search: string, countries: readonly string[]): string[] {
  const whole = readPhone(search, countries);
  const typed = search.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  return whole.ok ? [...new Set([typed, whole.number.slice(1)])] : [typed];
}
