import { normalizeCountryCode } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { isInternational } from "./phone-number.ts";

const statement = defineStatement("store_country", "select country_code from stores where id = $1");

/**
 * List the countries to try for a phone number without a country calling code: the customer's country, then the store's. If there
 * is no number, or the number has a calling code, the store's country is neither loaded nor listed.
 */
export async function listPhoneCountries(
  db: Queryable,
  store: Store,
  { phone, country_code = "" }: { phone?: string | undefined; country_code?: string | undefined },
): Promise<string[]> {
  const customerCountry = normalizeCountryCode(country_code) ?? "";
  if (phone === undefined || phone.trim() === "" || isInternational(phone)) return [customerCountry];
  return [customerCountry, await loadStoreCountry(db, store)];
}

/** Load the country code of a store. It is empty if the store has no country. */
export async function loadStoreCountry(db: Queryable, store: Store): Promise<string> {
  const row = await db.maybeOne<{ country_code: string }>(statement, [store.id]);
  return row?.country_code ?? "";
}
