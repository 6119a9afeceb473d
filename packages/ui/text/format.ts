import { getCurrentLocale } from "../i18n/locale.ts";

/**
 * Format an amount with its currency code. The result has all decimal places of the amount, and at least as
 * many as the currency has.
 */
export function formatMoney(amount: string, currency: string): string {
  const style = { style: "currency", currency, currencyDisplay: "code" } as const;
  try {
    const { minimumFractionDigits = 0 } = new Intl.NumberFormat("en", style).resolvedOptions();
    const decimals = (amount.split(".")[1] ?? "").length;
    return new Intl.NumberFormat(getCurrentLocale(), {
      ...style,
      minimumFractionDigits: Math.max(decimals, minimumFractionDigits),
    }).format(Number(amount));
  } catch {
    // Not an ISO 4217 code.
    return `${currency} ${amount}`;
  }
}

/** Return the name of a currency, or its ISO 4217 code if the browser knows no name. */
export function getCurrencyName(code: string): string {
  return new Intl.DisplayNames(getCurrentLocale(), { type: "currency", fallback: "code" }).of(code) ?? code;
}
