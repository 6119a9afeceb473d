import { currentLocale } from "./locale.ts";

/** Format a number with thousands separators. @param digits decimals; as many as it has when omitted */
export function formatNumber(value: number, digits?: number): string {
  const fraction =
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(currentLocale(), fraction).format(value);
}
