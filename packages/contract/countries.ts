const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/**
 * What has a name and two letters and is no country of ISO 3166: unions, codes kept for tests and for the unknown, and parts of
 * countries that have a code for the post. Kosovo has none in the standard either, and XK everywhere else: it counts.
 */
const noCountries: ReadonlySet<string> = new Set([
  ...["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"],
  ...["AC", "CP", "CQ", "DG", "EA", "IC", "TA"],
]);

/** What is said of a code that no country has, after the name of its field. */
export const noCountry = "Give a country by its ISO 3166 code of two letters, for example MY.";

// Every order asks, and Intl takes 30 µs to answer. There are 676 codes of two letters.
const found = new Map<string, string | null>();

/**
 * A country as ISO 3166 spells it (`UK` is `GB`), or null; empty is none, and stays empty.
 * @param code two capital letters, or empty; nothing else is a country
 */
export function findCountry(code: string): string | null {
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

/** The codes of all countries, in their order. */
export function countryCodes(): string[] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.filter((code) => findCountry(code) === code);
}

/** What a country is called in English; the code where nobody knows. */
export function countryName(code: string): string {
  return (/^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined) ?? code;
}
