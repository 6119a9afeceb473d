import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type AddressFields, addressColumns } from "./address-fields.ts";
import { buildAddressJson } from "./address-json.ts";

/** The ids of an address and of its customer. */
export interface AddressIds {
  customer_id: number;
  id: number;
}

const textStatement = defineStatement(
  "customer_address_text",
  `
    select a.is_default, a.country_code, ${buildAddressJson("$4")}::text as text from customer_addresses a
    where a.store_id = $1 and a.customer_id = $2 and a.id = $3`,
);

/** An address as JSON text, with the values that updating the address needs. */
export interface FoundAddress {
  is_default: boolean;
  country_code: string;
  text: string;
}

/** Load an address, or return undefined if it does not exist. */
export async function findAddress(
  db: Queryable,
  store: Store,
  { customer_id, id }: AddressIds,
): Promise<FoundAddress | undefined> {
  const values = [store.id, customer_id, id, store.timezone];
  return await db.maybeOne<FoundAddress>(textStatement, values);
}

const listColumns = (prefix: string) => addressColumns.map((column) => `${prefix}${column}`).join(", ");

const insertStatement = defineStatement(
  "customer_address_insert",
  `
    insert into customer_addresses as r (store_id, customer_id, ${listColumns("")})
    select $1, $2, ${listColumns("input.")} from jsonb_populate_record(null::customer_addresses, $3::jsonb) input
    returning r.id`,
);

/** Insert an address that is not the default. The caller has locked the customer. @returns the address's id */
export async function insertAddress(
  tx: Transaction,
  store: Store,
  { customer_id, fields }: { customer_id: number; fields: AddressFields },
): Promise<number> {
  const values = [store.id, customer_id, JSON.stringify(fields)];
  const row = await tx.maybeOne<{ id: number }>(insertStatement, values);
  if (!row) throw new Error("The address was not inserted.");
  return row.id;
}

// `jsonb_populate_record(r, …)` keeps the row's values for fields that were not sent. It also converts the sent values to the
// columns' types, which rounds coordinates, so rounded coordinates are compared.
const changeStatement = defineStatement(
  "customer_address_change",
  `
    update customer_addresses r set (${listColumns("")}) = (
        select ${listColumns("input.")} from jsonb_populate_record(r, $4::jsonb) input),
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.customer_id = $2 and r.id = $3
      and exists (select from jsonb_populate_record(r, $4::jsonb) input where input is distinct from r)`,
);

/** Update an address if any of the given fields differs from the stored one. @returns whether the address changed */
export async function writeAddressFields(
  tx: Transaction,
  store: Store,
  { customer_id, id, fields }: AddressIds & { fields: Partial<AddressFields> },
): Promise<boolean> {
  const values = [store.id, customer_id, id, JSON.stringify(fields)];
  return (await tx.query(changeStatement, values)).rowCount > 0;
}

// There are two statements, because a customer must never have two default addresses: the former default is unset first.
const unsetDefaultStatement = defineStatement(
  "customer_address_unset_default",
  `
    update customer_addresses set is_default = false, updated_at = ${monotonicUpdatedAt("updated_at")}
    where store_id = $1 and customer_id = $2 and is_default and id <> $3`,
);

const setDefaultStatement = defineStatement(
  "customer_address_set_default",
  `
    update customer_addresses set is_default = true, updated_at = ${monotonicUpdatedAt("updated_at")}
    where store_id = $1 and customer_id = $2 and id = $3 and not is_default`,
);

/** Make an address the customer's default address. The caller has locked the customer. @returns whether the default changed */
export async function makeDefault(
  tx: Transaction,
  store: Store,
  { customer_id, id }: AddressIds,
): Promise<boolean> {
  await tx.query(unsetDefaultStatement, [store.id, customer_id, id]);
  return (await tx.query(setDefaultStatement, [store.id, customer_id, id])).rowCount > 0;
}
