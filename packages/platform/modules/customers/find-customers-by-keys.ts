import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

/** The identifying fields of a customer. Each is unique in the store unless it is empty. */
export interface CustomerKeys {
  code: string;
  email: string;
  /** The phone number in E.164. */
  phone: string;
}

const statement = defineStatement(
  "customers_by_keys",
  `
    select r.id, lower(r.code) as code, lower(r.email) as email, r.phone from customers r
    where r.store_id = $1 and (lower(r.code) = any($2::text[]) and r.code <> ''
      or lower(r.email) = any($3::text[]) and r.email <> '' or r.phone = any($4::text[]) and r.phone <> '')
    order by r.id`,
);

/** Find the customers that have one of these codes, emails or phones. Codes and emails are passed and returned in lower case. */
export async function findCustomersByKeys(
  db: Queryable,
  store: Store,
  keys: { codes: readonly string[]; emails: readonly string[]; phones: readonly string[] },
): Promise<(CustomerKeys & { id: number })[]> {
  const values = [store.id, keys.codes, keys.emails, keys.phones];
  return await db.many<CustomerKeys & { id: number }>(statement, values);
}
