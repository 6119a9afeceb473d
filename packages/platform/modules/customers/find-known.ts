import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";

/** What a customer is known by; each is no other customer's, where it is not empty. */
export interface KnownBy {
  code: string;
  email: string;
  /** E.164. */
  phone: string;
}

const statement = {
  name: "customers_known_by",
  text: `
    select r.id, lower(r.code) as code, lower(r.email) as email, r.phone from customers r
    where r.store_id = $1 and (lower(r.code) = any($2::text[]) and r.code <> ''
      or lower(r.email) = any($3::text[]) and r.email <> '' or r.phone = any($4::text[]) and r.phone <> '')
    order by r.id`,
};

/** Customers who are known by one of these; codes and addresses in small letters. */
export async function findKnown(
  run: Queryable,
  store: Store,
  of: { codes: readonly string[]; emails: readonly string[]; phones: readonly string[] },
): Promise<(KnownBy & { id: number })[]> {
  const values = [store.id, of.codes, of.emails, of.phones];
  return (await run.query<KnownBy & { id: number }>(statement, values)).rows;
}
