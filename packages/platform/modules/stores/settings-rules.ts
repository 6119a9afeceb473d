import { type FieldError, fieldError, isTimeZone } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { findDatabaseTimeZone } from "./store-rows.ts";

const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export const missingNameError: FieldError = fieldError("name", "required", {}, "Give the store a name.");
export const timeZoneError: FieldError = fieldError("timezone", "invalid_format", { format: "time_zone" });
const currencyError: FieldError = fieldError("currency_code", "invalid_format", { format: "currency_code" });

/** Return the error for an unknown currency code, or null if the code is known. */
export function findCurrencyError(code: string): FieldError | null {
  return currencyCodes.has(code) ? null : currencyError;
}

/**
 * Find the exact name of a time zone, regardless of upper and lower case. @returns null if the time zone is unknown to JavaScript,
 * which parses dates, or to PostgreSQL, which formats them
 */
export async function findTimeZone(db: Queryable, zone: string): Promise<string | null> {
  const name = isTimeZone(zone) ? await findDatabaseTimeZone(db, zone) : null;
  return name !== null && isTimeZone(name) ? name : null;
}

/** Normalize a language tag to BCP 47, for example `ms-my` to `ms-MY`. @returns null if it is invalid */
export function normalizeLocale(name: string): string | null {
  try {
    return Intl.getCanonicalLocales(name)[0] ?? null;
  } catch {
    return null;
  }
}
