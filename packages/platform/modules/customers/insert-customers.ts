import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type AddressFields, addressColumns } from "./addresses/address-fields.ts";
import type { AttributeValue } from "./attributes/read-attribute-values.ts";
import { type CustomerFields, customerColumnFunctions } from "./customer-columns.ts";
import { convertUniqueViolation } from "./unique-violation.ts";

/** A customer to insert. Its fields have been validated. */
export interface NewCustomer {
  fields: CustomerFields;
  addresses: readonly NewAddress[];
  /** The values of custom fields by the fields' ids. */
  attributes: ReadonlyMap<number, AttributeValue>;
}

/** An address of a new customer. Exactly one of a customer's addresses is the default. */
export interface NewAddress extends AddressFields {
  is_default: boolean;
}

const idsStatement = defineStatement(
  "customers_ids",
  "select nextval(pg_get_serial_sequence('customers', 'id')) as id from generate_series(1, $1)",
);

const joinColumnNames = (prefix: string, names: readonly string[]) =>
  names.map((name) => `${prefix}${name}`).join(", ");

const insertStatement = defineStatement(
  "customers_insert",
  `
    with customer as (
      insert into customers (store_id, id, ${customerColumnFunctions.listColumns()})
      select $1, c.id, ${customerColumnFunctions.listColumns("c")}
      from jsonb_populate_recordset(null::customers, $2::jsonb) c),
    address as (
      insert into customer_addresses (store_id, customer_id, is_default, ${joinColumnNames("", addressColumns)})
      select $1, a.customer_id, a.is_default, ${joinColumnNames("a.", addressColumns)}
      from jsonb_populate_recordset(null::customer_addresses, $3::jsonb) a)
    insert into customer_attribute_values (store_id, customer_id, attribute_id, value)
    select $1, v.customer_id, v.attribute_id, v.value
    from jsonb_to_recordset($4::jsonb) as v (customer_id bigint, attribute_id bigint, value jsonb)`,
);

/**
 * Insert customers into a store, without publishing events.
 * @returns the customers' ids, in the order of `customers`
 * @throws ApiError `invalid` for an email, phone or code that another customer has
 */
export async function insertCustomers(
  tx: Queryable,
  store: Pick<Store, "id">,
  customers: readonly NewCustomer[],
): Promise<number[]> {
  const rows = await tx.many<{ id: number }>(idsStatement, [customers.length]);
  const customersWithIds = customers.map((customer, index) => ({ ...customer, id: rows[index]?.id ?? 0 }));
  const customerRows = customersWithIds.map(({ id, fields }) => ({ id, ...fields }));
  const addressRows = customersWithIds.flatMap(({ id, addresses }) =>
    addresses.map((address) => ({ customer_id: id, ...address })),
  );
  const attributeRows = customersWithIds.flatMap(({ id, attributes }) =>
    [...attributes].map(([attribute_id, value]) => ({ customer_id: id, attribute_id, value })),
  );
  const values = [
    store.id,
    ...[customerRows, addressRows, attributeRows].map((rows) => JSON.stringify(rows)),
  ];
  // PostgreSQL reports only which unique index is violated. If there are several customers, the error therefore names no value.
  const [onlyCustomer] = customers.length === 1 ? customers : [];
  await convertUniqueViolation(onlyCustomer?.fields ?? null, tx.query(insertStatement, values));
  return customersWithIds.map(({ id }) => id);
}
