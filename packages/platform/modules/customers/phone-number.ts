import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

export type ReadPhone = { ok: true; number: string } | { ok: false; fault: string };

/** Whether a phone number says which country it is of. */
export function isInternational(phone: string): boolean {
  return phone.trim().startsWith("+");
}

/**
 * Reads a phone number in any usual spelling as E.164. A number counts that is as long as its country's numbers are; whether
 * somebody has it is not asked.
 * @param countries ISO 3166 codes, the first of which that is known says what a number without a country's code is of
 * @returns an empty text for an empty one, or the fault as it follows the field's name
 */
export function readPhone(phone: string, countries: readonly string[]): ReadPhone {
  const text = phone.trim();
  if (text === "") return { ok: true, number: "" };
  const country = countries.find((code): code is CountryCode => isSupportedCountry(code));
  const shown = JSON.stringify(text);
  if (country === undefined && !isInternational(text))
    return {
      ok: false,
      fault: `${shown} does not say of which country it is, and the store has none; it takes one such as +60123456789`,
    };
  const found = parsePhoneNumberFromString(text, {
    ...(country === undefined ? {} : { defaultCountry: country }),
    extract: false,
  });
  if (!found?.isPossible())
    return {
      ok: false,
      fault: `${shown} is no phone number${country === undefined ? "" : ` of ${country}`}; it takes one such as +60123456789`,
    };
  if (found.ext !== undefined)
    return { ok: false, fault: `${shown} has an extension; it takes a number without one, ${found.number}` };
  return { ok: true, number: found.number };
}
