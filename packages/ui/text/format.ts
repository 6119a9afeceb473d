import { language } from "./language.ts";

/** A number with its thousands apart. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

/** An amount as the API writes it, with its currency. */
export function formatMoney(amount: string, currency: string): string {
  try {
    return new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      currencyDisplay: "code",
      minimumFractionDigits: (amount.split(".")[1] ?? "").length,
    }).format(Number(amount));
  } catch {
    // No code of ISO 4217: shown as it is.
    return `${currency} ${amount}`;
  }
}

/** A currency's name in words, from its ISO 4217 code; the code where the browser knows no name. */
export function currencyName(code: string): string {
  return new Intl.DisplayNames(language, { type: "currency", fallback: "code" }).of(code) ?? code;
}
