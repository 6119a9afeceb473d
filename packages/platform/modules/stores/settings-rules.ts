import { type FieldError, fieldError, isTimeZone } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { findTimeZone } from "./store-rows.ts";

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export const noName: FieldError = fieldError("name", "required", {}, "Give the store a name.");
export const noTimeZone: FieldError = fieldError("timezone", "invalid_format", { format: "time_zone" });
const noCurrency: FieldError = fieldError("currency_code", "invalid_format", { format: "currency_code" });

/** Return the error of a currency code, or null. */
export function findCurrencyError(code: string): FieldError | null {
  return currencies.has(code) ? null : noCurrency;
}

/**
 * Find the spelling of a time zone, or null. Both must know it: JavaScript reads dates in it, PostgreSQL
 * writes them.
 */
export async function findZone(db: Queryable, zone: string): Promise<string | null> {
  const name = isTimeZone(zone) ? await findTimeZone(db, zone) : null;
  return name !== null && isTimeZone(name) ? name : null;
}

/** Normalize a language to BCP 47 (`ms-my` becomes `ms-MY`); null when it is invalid. */
export function findLocale(name: string): string | null {
  try {
    return Intl.getCanonicalLocales(name)[0] ?? null;
  } catch {
    return null;
  }
}
