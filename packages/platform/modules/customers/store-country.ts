import { normalizeCountryCode } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { isInternational } from "./phone-number.ts";

const statement = defineStatement("store_country", "select country_code from stores where id = $1");

/**
 * List the countries tried for a phone number without a country code: the customer's, then the store's. A number with
 * its country code needs none and causes no query.
 */
export async function listPhoneCountries(
  db: Queryable,
  store: Store,
  { phone, country_code = "" }: { phone?: string | undefined; country_code?: string | undefined },
): Promise<string[]> {
  const own = normalizeCountryCode(country_code) ?? "";
  if (phone === undefined || phone.trim() === "" || isInternational(phone)) return [own];
  return [own, await storeCountry(db, store)];
}

/** Load the country of a store; empty when it has none. */
export async function storeCountry(db: Queryable, store: Store): Promise<string> {
  const row = await db.maybeOne<{ country_code: string }>(statement, [store.id]);
  return row?.country_code ?? "";
}
