const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/**
 * Region codes that Intl has a name for but that are not ISO 3166 countries: unions, user-assigned codes, unknown codes, and
 * parts of countries that have a reserved code. XK (Kosovo) is user-assigned but widely used, so it counts as a country.
 */
const nonCountries: ReadonlySet<string> = new Set([
  // Unions, user-assigned and unknown codes.
  ...["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"],
  // Parts of countries.
  ...["AC", "CP", "CQ", "DG", "EA", "IC", "TA"],
]);

// A cache, because every order normalizes its countries, and Intl takes 30 µs for each. It has at most 676 two-letter codes.
const normalizedCodes = new Map<string, string | null>();

/**
 * Normalize a country code to ISO 3166 (`UK` becomes `GB`). Returns null for an unknown code, and an empty string for
 * an empty string.
 * @param code two capital letters, or an empty string
 */
export function normalizeCountryCode(code: string): string | null {
  if (code === "") return code;
  if (!/^[A-Z]{2}$/.test(code)) return null;
  const cachedCode = normalizedCodes.get(code);
  if (cachedCode !== undefined) return cachedCode;
  const country = new Intl.Locale(`und-${code}`).region ?? code;
  const normalizedCode = nonCountries.has(country) || regions.of(country) === undefined ? null : country;
  normalizedCodes.set(code, normalizedCode);
  return normalizedCode;
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** List the codes of all countries in alphabetical order. */
export function listCountryCodes(): string[] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.filter((code) => normalizeCountryCode(code) === code);
}

/** Get the English name of a country, or the code when it is unknown. */
export function getCountryName(code: string): string {
  return (/^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined) ?? code;
}
