import { type FieldError, isTimeZone } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { findTimeZone } from "./store-rows.ts";

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export const noName: FieldError = { path: "name", message: "Give the shop a name." };
export const noTimeZone: FieldError = {
  path: "timezone",
  message: "Give a time zone by its IANA name, for example Asia/Kuala_Lumpur.",
};
export const noCountry: FieldError = {
  path: "country_code",
  message: "Give a country by its ISO 3166 code of two letters, for example MY.",
};
const noCurrency: FieldError = {
  path: "currency_code",
  message: "Give a currency by its ISO 4217 code, for example MYR.",
};

/** What is wrong with a currency, or null. */
export function currencyFault(code: string): FieldError | null {
  return currencies.has(code) ? null : noCurrency;
}

/** A time zone as it is spelt here, or null. Both must know it: JavaScript reads dates in it, PostgreSQL writes them. */
export async function findZone(run: Queryable, zone: string): Promise<string | null> {
  const name = isTimeZone(zone) ? await findTimeZone(run, zone) : null;
  return name !== null && isTimeZone(name) ? name : null;
}

/** A language as BCP 47 spells it (`ms-my` is `ms-MY`), or null. */
export function findLocale(name: string): string | null {
  try {
    return Intl.getCanonicalLocales(name)[0] ?? null;
  } catch {
    return null;
  }
}

const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
// Codes that name something, and no country.
const noCountries: ReadonlySet<string> = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

/** A country as ISO 3166 spells it (`UK` is `GB`), or null; empty is none, and stays empty. */
export function findCountry(code: string): string | null {
  if (code === "") return code;
  const country = new Intl.Locale(`und-${code}`).region ?? code;
  return noCountries.has(country) || regions.of(country) === undefined ? null : country;
}
