import { currentLocale } from "../i18n/locale.ts";

/** Format an amount with its currency: with the decimals it is written with, and at least those of the currency. */
export function formatMoney(amount: string, currency: string): string {
  const style = { style: "currency", currency, currencyDisplay: "code" } as const;
  try {
    const { minimumFractionDigits = 0 } = new Intl.NumberFormat("en", style).resolvedOptions();
    const decimals = (amount.split(".")[1] ?? "").length;
    return new Intl.NumberFormat(currentLocale(), {
      ...style,
      minimumFractionDigits: Math.max(decimals, minimumFractionDigits),
    }).format(Number(amount));
  } catch {
    // No code of ISO 4217: shown as it is.
    return `${currency} ${amount}`;
  }
}

/** Return a currency's name from its ISO 4217 code; the code where the browser knows no name. */
export function getCurrencyName(code: string): string {
  return new Intl.DisplayNames(currentLocale(), { type: "currency", fallback: "code" }).of(code) ?? code;
}
