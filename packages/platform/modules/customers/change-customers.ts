import { defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type AddressFields, emptyAddress } from "./addresses/address-fields.ts";
import { insertAddress, makeDefault, writeAddressFields } from "./addresses/address-store.ts";
import type { AttributeChanges } from "./attributes/read-attribute-values.ts";
import { writeAttributeValues } from "./attributes/write-attribute-values.ts";
import type { CustomerFields } from "./customer-columns.ts";
import { publishCustomersUpdated } from "./mark-customers.ts";
import { writeCustomerFields } from "./write-fields.ts";

/** The validated changes of one customer. */
export interface CustomerChange {
  id: number;
  fields: Partial<CustomerFields>;
  /** Changes of the default address. If there are changes and the customer has no default address, one is created. */
  address: Partial<AddressFields>;
  attributes: AttributeChanges;
}

/** The changes of several customers, and who makes them. */
export interface CustomerChanges {
  store: Store;
  cause: Cause;
  changes: readonly CustomerChange[];
}

const lockStatement = defineStatement(
  "customers_lock_default",
  `
    select r.id, (
      select a.id from customer_addresses a where a.store_id = r.store_id and a.customer_id = r.id and a.is_default
    ) as address_id
    from customers r where r.store_id = $1 and r.id = ${buildAnyIds("$2")} order by r.id for no key update`,
);

/** Update the address with this id or, if the id is null, create a default address. @returns whether an address changed */
async function writeAddress(
  tx: Transaction,
  store: Store,
  { customer_id, id, fields }: { customer_id: number; id: number | null; fields: Partial<AddressFields> },
): Promise<boolean> {
  if (Object.keys(fields).length === 0) return false;
  if (id !== null) return writeAddressFields(tx, store, { customer_id, id, fields });
  const addressId = await insertAddress(tx, store, { customer_id, fields: { ...emptyAddress, ...fields } });
  return makeDefault(tx, store, { customer_id, id: addressId });
}

/**
 * Update several customers, and publish `customer/update` for each changed customer. Customers that do not exist are skipped.
 * @throws ApiError `invalid` for an email, phone or code that another customer has
 */
export async function changeCustomers(
  tx: Transaction,
  { store, cause, changes }: CustomerChanges,
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  const rows = await tx.many<{ id: number; address_id: number | null }>(lockStatement, [store.id, ids]);
  const changeById = new Map(changes.map((change) => [change.id, change]));
  const changedIds: number[] = [];
  for (const { id, address_id } of rows) {
    const change = changeById.get(id);
    if (!change) continue;
    const { fields, address, attributes } = change;
    const hasAddressChanges = await writeAddress(tx, store, {
      customer_id: id,
      id: address_id,
      fields: address,
    });
    const hasAttributeChanges = await writeAttributeValues(tx, store, {
      customer_id: id,
      changes: attributes,
    });
    const hasRelatedChanges = hasAddressChanges || hasAttributeChanges;
    if (await writeCustomerFields(tx, store, { id, fields, hasRelatedChanges })) changedIds.push(id);
  }
  await publishCustomersUpdated(tx, { ...cause, store }, changedIds);
}
