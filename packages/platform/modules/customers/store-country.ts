import { findCountry } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { isInternational } from "./phone-number.ts";

const statement = { name: "store_country", text: "select country_code from stores where id = $1" };

/**
 * The countries of which a phone number may be that does not say so: a customer's, then the store's. A number that says it
 * itself needs none, and nothing is asked of the database for it.
 */
export async function countriesOf(
  run: Queryable,
  store: Store,
  { phone, country_code = "" }: { phone?: string | undefined; country_code?: string | undefined },
): Promise<string[]> {
  const own = findCountry(country_code) ?? "";
  if (phone === undefined || phone.trim() === "" || isInternational(phone)) return [own];
  return [own, await storeCountry(run, store)];
}

/** The country of a store; empty when it says none. */
export async function storeCountry(run: Queryable, store: Store): Promise<string> {
  const { rows } = await run.query<{ country_code: string }>(statement, [store.id]);
  return rows[0]?.country_code ?? "";
}
