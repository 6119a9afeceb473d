import { listCountryCodes } from "@souk/contract";
import { getCurrentLocale } from "../i18n/locale.ts";

/** One entry of a list of choices. */
export interface Choice {
  value: string;
  label: string;
}

function buildNamedChoices(codes: readonly string[], type: "currency" | "region"): Choice[] {
  const names = new Intl.DisplayNames(getCurrentLocale(), { type, fallback: "none" });
  return codes
    .flatMap((value) => {
      const name = names.of(value);
      return name === undefined ? [] : [{ value, label: `${name} (${value})` }];
    })
    .sort((a, b) => a.label.localeCompare(b.label, getCurrentLocale()));
}

/** Return every country that the browser knows, by its ISO 3166 code. */
export function listCountries(): Choice[] {
  return buildNamedChoices(listCountryCodes(), "region");
}

/** Return every currency that the browser knows, by its ISO 4217 code. */
export function listCurrencies(): Choice[] {
  return buildNamedChoices(Intl.supportedValuesOf("currency"), "currency");
}

/** Return every time zone that the browser knows, by its IANA name. */
export function listTimezones(): Choice[] {
  return Intl.supportedValuesOf("timeZone").map((value) => ({
    value,
    label: value.replaceAll("_", " "),
  }));
}

/** Return the choices including the current value, which the browser may not know. */
export function includeCurrentChoice(choices: readonly Choice[], currentValue: string): Choice[] {
  if (currentValue === "" || choices.some(({ value }) => value === currentValue)) return [...choices];
  return [{ value: currentValue, label: currentValue }, ...choices];
}
