import { countryCodes } from "@souk/contract";
import { language } from "../text/language.ts";

/** One line of a long choice. */
export interface Choice {
  value: string;
  label: string;
}

function named(codes: readonly string[], type: "currency" | "region"): Choice[] {
  const names = new Intl.DisplayNames(language, { type, fallback: "none" });
  return codes
    .flatMap((value) => {
      const name = names.of(value);
      return name === undefined ? [] : [{ value, label: `${name} (${value})` }];
    })
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

/** Every country that the browser knows, by its ISO 3166 code. */
export function countries(): Choice[] {
  return named(countryCodes(), "region");
}

/** Every currency that the browser knows, by its ISO 4217 code. */
export function currencies(): Choice[] {
  return named(Intl.supportedValuesOf("currency"), "currency");
}

/** Every time zone that the browser knows, by its IANA name. */
export function timezones(): Choice[] {
  return Intl.supportedValuesOf("timeZone").map((value) => ({
    value,
    label: value.replaceAll("_", " "),
  }));
}

/** The choices with the present one among them, though the browser may not know it. */
export function withPresent(choices: readonly Choice[], present: string): Choice[] {
  if (present === "" || choices.some(({ value }) => value === present)) return [...choices];
  return [{ value: present, label: present }, ...choices];
}
