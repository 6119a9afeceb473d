import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** A phone number in E.164, or a message that says why the text is not one. */
export type PhoneResult = { ok: true; number: string } | { ok: false; error: string };

/** Return whether a phone number includes its country calling code. */
export function isInternational(phone: string): boolean {
  return phone.trim().startsWith("+");
}

/**
 * Convert a phone number from any common spelling to E.164. A number is valid if its length is possible in its country and the
 * number has no extension. An empty text is valid and stays empty.
 * @param countries ISO 3166 codes; the first known country applies to a number without a country calling code
 */
export function readPhone(phone: string, countries: readonly string[]): PhoneResult {
  const text = phone.trim();
  if (text === "") return { ok: true, number: "" };
  const country = countries.find((code): code is CountryCode => isSupportedCountry(code));
  const quotedText = JSON.stringify(text);
  if (country === undefined && !isInternational(text))
    return {
      ok: false,
      error: `${quotedText} has no country code, and the store has no country. Use a number such as +60123456789.`,
    };
  const parsedNumber = parsePhoneNumberFromString(text, {
    ...(country === undefined ? {} : { defaultCountry: country }),
    extract: false,
  });
  if (!parsedNumber?.isPossible())
    return {
      ok: false,
      error: `${quotedText} is not a phone number${country === undefined ? "" : ` in ${country}`}. Use a number such as +60123456789.`,
    };
  if (parsedNumber.ext !== undefined)
    return {
      ok: false,
      error: `${quotedText} has an extension. Remove the extension: ${parsedNumber.number}.`,
    };
  return { ok: true, number: parsedNumber.number };
}
