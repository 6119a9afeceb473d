import { defineStatement, type Transaction } from "@souk/database";
import { anyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type AddressFields, emptyAddress } from "./addresses/address-fields.ts";
import { changeAddress, insertAddress, makeDefault } from "./addresses/address-store.ts";
import type { AttributeChanges } from "./attributes/read-values.ts";
import { writeValues } from "./attributes/write-values.ts";
import type { CustomerFields } from "./customer-columns.ts";
import { publishCustomersUpdated } from "./mark-customers.ts";
import { writeFields } from "./write-fields.ts";

/** The changed fields of a customer, already checked. */
export interface CustomerChange {
  id: number;
  fields: Partial<CustomerFields>;
  /** Changes of the default address, which is created if there is none. */
  address: Partial<AddressFields>;
  attributes: AttributeChanges;
}

/** The customer changes of one request. */
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
    from customers r where r.store_id = $1 and r.id = ${anyIds("$2")} order by r.id for no key update`,
);

async function writeAddress(
  tx: Transaction,
  store: Store,
  { customer_id, id, fields }: { customer_id: number; id: number | null; fields: Partial<AddressFields> },
): Promise<boolean> {
  if (Object.keys(fields).length === 0) return false;
  if (id !== null) return changeAddress(tx, store, { customer_id, id, fields });
  const made = await insertAddress(tx, store, { customer_id, fields: { ...emptyAddress, ...fields } });
  return makeDefault(tx, store, { customer_id, id: made });
}

/**
 * Update the customers that exist, and publish each that changed once.
 * @throws ApiError invalid naming a value that another customer has
 */
export async function changeCustomers(
  tx: Transaction,
  { store, cause, changes }: CustomerChanges,
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  const rows = await tx.many<{ id: number; address_id: number | null }>(lockStatement, [store.id, ids]);
  const changeById = new Map(changes.map((change) => [change.id, change]));
  const changed: number[] = [];
  for (const { id, address_id } of rows) {
    const change = changeById.get(id);
    if (!change) continue;
    const { fields, address, attributes } = change;
    const moved = await writeAddress(tx, store, { customer_id: id, id: address_id, fields: address });
    const valued = await writeValues(tx, store, { customer_id: id, changes: attributes });
    if (await writeFields(tx, store, { id, fields, others: moved || valued })) changed.push(id);
  }
  await publishCustomersUpdated(tx, { ...cause, store }, changed);
}
