import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type AddressFields, addressColumns } from "./address-fields.ts";
import { addressJson } from "./address-json.ts";

/** The ids of an address: the store, the customer and its own. */
export interface AddressPlace {
  customer_id: number;
  id: number;
}

const textStatement = defineStatement(
  "customer_address_text",
  `
    select a.is_default, a.country_code, ${addressJson("$4")}::text as text from customer_addresses a
    where a.store_id = $1 and a.customer_id = $2 and a.id = $3`,
);

/** An address as JSON text, with the values that a change of it needs. */
export interface FoundAddress {
  is_default: boolean;
  country_code: string;
  text: string;
}

/** Load an address; undefined when it does not exist. */
export async function findAddress(
  db: Queryable,
  store: Store,
  { customer_id, id }: AddressPlace,
): Promise<FoundAddress | undefined> {
  const values = [store.id, customer_id, id, store.timezone];
  return await db.maybeOne<FoundAddress>(textStatement, values);
}

const list = (prefix: string) => addressColumns.map((column) => `${prefix}${column}`).join(", ");

const insertStatement = defineStatement(
  "customer_address_insert",
  `
    insert into customer_addresses as r (store_id, customer_id, ${list("")})
    select $1, $2, ${list("asked.")} from jsonb_populate_record(null::customer_addresses, $3::jsonb) asked
    returning r.id`,
);

/** Write an address that is not the default; the customer is locked. @returns its id */
export async function insertAddress(
  tx: Transaction,
  store: Store,
  { customer_id, fields }: { customer_id: number; fields: AddressFields },
): Promise<number> {
  const values = [store.id, customer_id, JSON.stringify(fields)];
  const row = await tx.maybeOne<{ id: number }>(insertStatement, values);
  if (!row) throw new Error("The address was not made.");
  return row.id;
}

// The row gives what was not sent, and its columns the types: coordinates are rounded as they are kept.
const changeStatement = defineStatement(
  "customer_address_change",
  `
    update customer_addresses r set (${list("")}) = (
        select ${list("asked.")} from jsonb_populate_record(r, $4::jsonb) asked),
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.customer_id = $2 and r.id = $3
      and exists (select from jsonb_populate_record(r, $4::jsonb) asked where asked is distinct from r)`,
);

/** Write the fields that differ. @returns whether any did */
export async function changeAddress(
  tx: Transaction,
  store: Store,
  { customer_id, id, fields }: AddressPlace & { fields: Partial<AddressFields> },
): Promise<boolean> {
  const values = [store.id, customer_id, id, JSON.stringify(fields)];
  return (await tx.query(changeStatement, values)).rowCount > 0;
}

// Two statements, the former one first: at no moment are there two.
const dethroneStatement = defineStatement(
  "customer_address_dethrone",
  `
    update customer_addresses set is_default = false, updated_at = ${monotonicUpdatedAt("updated_at")}
    where store_id = $1 and customer_id = $2 and is_default and id <> $3`,
);

const enthroneStatement = defineStatement(
  "customer_address_enthrone",
  `
    update customer_addresses set is_default = true, updated_at = ${monotonicUpdatedAt("updated_at")}
    where store_id = $1 and customer_id = $2 and id = $3 and not is_default`,
);

/** Make an address the default; the customer is locked. @returns whether it was not */
export async function makeDefault(
  tx: Transaction,
  store: Store,
  { customer_id, id }: AddressPlace,
): Promise<boolean> {
  await tx.query(dethroneStatement, [store.id, customer_id, id]);
  return (await tx.query(enthroneStatement, [store.id, customer_id, id])).rowCount > 0;
}
