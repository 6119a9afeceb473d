import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { type AddressFields, addressColumns } from "./addresses/address-fields.ts";
import type { AttributeValue } from "./attributes/read-values.ts";
import { type CustomerFields, customerColumns } from "./customer-fields.ts";
import { takenOr } from "./taken-field.ts";

/** A customer to be written as it stands: what they hold has been checked. */
export interface NewCustomer {
  fields: CustomerFields;
  addresses: readonly NewAddress[];
  /** By the ids of their custom fields. */
  attributes: ReadonlyMap<number, AttributeValue>;
}

/** One of their addresses; exactly one of several is the default. */
export interface NewAddress extends AddressFields {
  is_default: boolean;
}

const idsStatement = {
  name: "customers_ids",
  text: "select nextval(pg_get_serial_sequence('customers', 'id')) as id from generate_series(1, $1)",
};

const columns = (of: string, names: readonly string[]) => names.map((name) => `${of}${name}`).join(", ");

const insertStatement = {
  name: "customers_insert",
  text: `
    with customer as (
      insert into customers (store_id, id, ${columns("", customerColumns)})
      select $1, c.id, ${columns("c.", customerColumns)}
      from jsonb_populate_recordset(null::customers, $2::jsonb) c),
    address as (
      insert into customer_addresses (store_id, customer_id, is_default, ${columns("", addressColumns)})
      select $1, a.customer_id, a.is_default, ${columns("a.", addressColumns)}
      from jsonb_populate_recordset(null::customer_addresses, $3::jsonb) a)
    insert into customer_attribute_values (store_id, customer_id, attribute_id, value)
    select $1, v.customer_id, v.attribute_id, v.value
    from jsonb_to_recordset($4::jsonb) as v (customer_id bigint, attribute_id bigint, value jsonb)`,
};

/**
 * Writes customers of a store, without telling anybody.
 * @returns their ids, in the order given
 * @throws Refusal invalid naming email, phone or code that another customer has
 */
export async function insertCustomers(
  tx: Queryable,
  store: Pick<Store, "id">,
  customers: readonly NewCustomer[],
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(idsStatement, [customers.length]);
  const withIds = customers.map((customer, at) => ({ ...customer, id: rows[at]?.id ?? 0 }));
  const people = withIds.map(({ id, fields }) => ({ id, ...fields }));
  const addresses = withIds.flatMap(({ id, addresses }) =>
    addresses.map((address) => ({ customer_id: id, ...address })),
  );
  const values = withIds.flatMap(({ id, attributes }) =>
    [...attributes].map(([attribute_id, value]) => ({ customer_id: id, attribute_id, value })),
  );
  const parts = [people, addresses, values].map((part) => JSON.stringify(part));
  const [only] = customers.length === 1 ? customers : [];
  await takenOr(only?.fields ?? null, tx.query(insertStatement, [store.id, ...parts]));
  return withIds.map(({ id }) => id);
}
