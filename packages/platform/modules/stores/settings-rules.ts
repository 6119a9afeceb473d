import { type FieldError, isTimeZone } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { findTimeZone } from "./store-rows.ts";

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export const noName: FieldError = { path: "name", message: "Give the shop a name." };
export const noTimeZone: FieldError = {
  path: "timezone",
  message: "Give a time zone by its IANA name, for example Asia/Kuala_Lumpur.",
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
