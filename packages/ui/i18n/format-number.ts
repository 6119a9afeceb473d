import { getCurrentLocale } from "./locale.ts";

/**
 * Format a number with thousands separators.
 * @param decimals the number of decimal places; by default as many as the number has, at most three
 */
export function formatNumber(value: number, decimals?: number): string {
  const fractionDigits =
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(getCurrentLocale(), fractionDigits).format(value);
}
