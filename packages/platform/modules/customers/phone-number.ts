import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

export type ReadPhone = { ok: true; number: string } | { ok: false; error: string };

/** Return whether a phone number includes its country code. */
export function isInternational(phone: string): boolean {
  return phone.trim().startsWith("+");
}

/**
 * Read a phone number in any usual spelling as E.164. A number is valid if its length is possible in its country;
 * whether it is in use is not checked.
 * @param countries ISO 3166 codes; the first known one is the country of a number without a country code
 * @returns an empty text for an empty one, or the problem in a sentence
 */
export function readPhone(phone: string, countries: readonly string[]): ReadPhone {
  const text = phone.trim();
  if (text === "") return { ok: true, number: "" };
  const country = countries.find((code): code is CountryCode => isSupportedCountry(code));
  const shown = JSON.stringify(text);
  if (country === undefined && !isInternational(text))
    return {
      ok: false,
      error: `${shown} has no country code, and the store has no country. Use a number such as +60123456789.`,
    };
  const found = parsePhoneNumberFromString(text, {
    ...(country === undefined ? {} : { defaultCountry: country }),
    extract: false,
  });
  if (!found?.isPossible())
    return {
      ok: false,
      error: `${shown} is not a phone number${country === undefined ? "" : ` of ${country}`}. Use a number such as +60123456789.`,
    };
  if (found.ext !== undefined)
    return { ok: false, error: `${shown} has an extension. Leave it out: ${found.number}.` };
  return { ok: true, number: found.number };
}
