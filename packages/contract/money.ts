/** Number of decimal places of each currency that does not have two (ISO 4217). */
const exponents: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

/** Get the number of decimal places of a currency. `code` is an ISO 4217 code. */
export function getCurrencyExponent(code: string): number {
  return exponents[code] ?? 2;
}

/**
 * Parse an amount from a request: a string or a number that is not negative and has at most 15 digits before the decimal
 * point. Returns plain decimal text, or null if the value is not an amount or has more decimal places than the currency.
 * @param exponent the number of decimal places of the currency
 */
export function parseMoney(value: string | number, exponent: number): string | null {
  const text = typeof value === "number" ? String(value) : value.trim();
  const match = /^(\d{1,15})(?:\.(\d{1,20}))?$/.exec(text);
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  const decimals = fraction.replace(/0+$/, "");
  if (decimals.length > exponent) return null;
  return decimals === "" ? whole : `${whole}.${decimals}`;
}

/**
 * Convert decimal text to the currency's minor units, so that sums are exact. Excess decimal places are dropped.
 * @param exponent the number of decimal places of the currency
 */
export function toMinorUnits(amount: string, exponent: number): bigint {
  const isNegative = amount.startsWith("-");
  const [whole = "0", fraction = ""] = (isNegative ? amount.slice(1) : amount).split(".");
  const units = BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, "0"));
  return isNegative ? -units : units;
}

/**
 * Format minor units as text with the currency's decimal places, for example "12.50".
 * @param exponent the number of decimal places of the currency
 */
export function formatMinorUnits(units: bigint, exponent: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(exponent + 1, "0");
  const sign = units < 0n ? "-" : "";
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
