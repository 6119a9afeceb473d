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
  /** The digits of a phone number, or of a part of one, that `query` is; one of them is looked for. */
  digits?: readonly string[] | undefined;
  tags?: string[] | undefined;
}

/** What is sought; undefined when nothing of this kind is asked. Its values are bound in the conditions. */
export function soughtCustomers(
  { query, digits, tags }: Sought,
  conditions: Conditions,
): SoughtRows | undefined {
  const words = wordsSought(query, conditions);
  const phones = digits?.map((some) => wordsSought(some, conditions)) ?? [];
  return allSought([
    [words, ...phones].reduce((one, other) => (one && other ? eitherSought(one, other) : one)),
    tags === undefined ? undefined : anyFacetSought("t", tags, conditions),
  ]);
}

/** Whether a search is a phone number or a part of one: three digits and more, and what numbers are written with. */
export function looksLikePhone(search: string): boolean {
  return /^[+\d\s()./-]+$/.test(search) && search.replace(/\D/g, "").length >= 3;
}

/**
 * The digits by which a phone number is found that somebody typed: as they are, without the zeros that stand before a number
 * within its country, and as a whole number is kept, which are others when the country's code is left out or a zero stands within.
 */
export function phoneDigits(search: string, countries: readonly string[]): string[] {
  const whole = readPhone(search, countries);
  const typed = search.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  return whole.ok ? [...new Set([typed, whole.number.slice(1)])] : [typed];
}
