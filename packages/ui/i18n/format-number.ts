import { getCurrentLocale } from "./locale.ts";

/** Format a number with thousands separators. @param decimals the number of decimal places; by default those of the number */
export function formatNumber(value: number, decimals?: number): string {
  const fractionDigits =
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(getCurrentLocale(), fractionDigits).format(value);
}
