const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/**
 * Codes with a name that are not ISO 3166 countries: unions, user-assigned and unknown codes, and parts of countries
 * with a reserved code. XK (Kosovo) is user-assigned but used everywhere, so it counts as a country.
 */
const noCountries: ReadonlySet<string> = new Set([
  ...["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"],
  ...["AC", "CP", "CQ", "DG", "EA", "IC", "TA"],
]);

// Every order asks, and Intl takes 30 µs to answer. There are 676 codes of two letters.
const found = new Map<string, string | null>();

/**
 * Normalize a country code as ISO 3166 spells it (`UK` becomes `GB`). Returns null for an unknown code, and an empty
 * text for an empty one.
 * @param code two capital letters, or empty
 */
export function normalizeCountryCode(code: string): string | null {
  if (code === "") return code;
  if (!/^[A-Z]{2}$/.test(code)) return null;
  const known = found.get(code);
  if (known !== undefined) return known;
  const country = new Intl.Locale(`und-${code}`).region ?? code;
  const answer = noCountries.has(country) || regions.of(country) === undefined ? null : country;
  found.set(code, answer);
  return answer;
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
