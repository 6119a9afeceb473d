import type { Conditions } from "../../listing/conditions.ts";
import {
  allSought,
  anyFacetSought,
  eitherSought,
  type SoughtRows,
  wordsSought,
} from "../../listing/token-search.ts";
import { readPhone } from "./phone-number.ts";

/** What customers are found by, as the table `customer_search` keeps it. */
export interface Sought {
  query?: string | undefined;
  /** The digits of a phone number, or a part of one, that `query` is. */
  digits?: string | undefined;
  tags?: string[] | undefined;
}

/** What is sought; undefined when nothing of this kind is asked. Its values are bound in the conditions. */
export function soughtCustomers(
  { query, digits, tags }: Sought,
  conditions: Conditions,
): SoughtRows | undefined {
  const words = wordsSought(query, conditions);
  const phone = digits === undefined ? undefined : wordsSought(digits, conditions);
  return allSought([
    words !== undefined && phone !== undefined ? eitherSought(words, phone) : words,
    tags === undefined ? undefined : anyFacetSought("t", tags, conditions),
  ]);
}

/** Whether a search is a phone number or a part of one: three digits and more, and what numbers are written with. */
export function looksLikePhone(search: string): boolean {
  return /^[+\d\s()./-]+$/.test(search) && search.replace(/\D/g, "").length >= 3;
}

/**
 * The digits by which a phone number is found that somebody typed: of a whole one as it is kept, else as they are, without the
 * zero that stands before a number within its country.
 */
export function phoneDigits(search: string, countries: readonly string[]): string {
  const whole = readPhone(search, countries);
  return (whole.ok ? whole.number : search).replace(/\D/g, "").replace(/^0+(?=\d)/, "");
}
