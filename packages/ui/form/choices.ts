import { listCountryCodes } from "@souk/contract";
import { currentLocale } from "../i18n/locale.ts";

/** One entry of a long choice. */
export interface Choice {
  value: string;
  label: string;
}

function named(codes: readonly string[], type: "currency" | "region"): Choice[] {
  const names = new Intl.DisplayNames(currentLocale(), { type, fallback: "none" });
  return codes
    .flatMap((value) => {
      const name = names.of(value);
      return name === undefined ? [] : [{ value, label: `${name} (${value})` }];
    })
    .sort((a, b) => a.label.localeCompare(b.label, currentLocale()));
}

/** Return every country that the browser knows, by its ISO 3166 code. */
export function countries(): Choice[] {
  return named(listCountryCodes(), "region");
}

/** Return every currency that the browser knows, by its ISO 4217 code. */
export function currencies(): Choice[] {
  return named(Intl.supportedValuesOf("currency"), "currency");
}

/** Return every time zone that the browser knows, by its IANA name. */
export function timezones(): Choice[] {
  return Intl.supportedValuesOf("timeZone").map((value) => ({
    value,
    label: value.replaceAll("_", " "),
  }));
}

/** Return the choices including the current value, which the browser may not know. */
export function withPresent(choices: readonly Choice[], present: string): Choice[] {
  if (present === "" || choices.some(({ value }) => value === present)) return [...choices];
  return [{ value: present, label: present }, ...choices];
}
