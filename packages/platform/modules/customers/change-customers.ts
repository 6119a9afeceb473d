import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { anyOf } from "../../listing/any-of.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import { type AddressFields, emptyAddress } from "./addresses/address-fields.ts";
import { changeAddress, insertAddress, makeDefault } from "./addresses/address-store.ts";
import type { AttributeChanges } from "./attributes/read-values.ts";
import { writeValues } from "./attributes/write-values.ts";
import type { CustomerFields } from "./customer-fields.ts";
import { tellChanged } from "./mark-customers.ts";
import { writeFields } from "./write-fields.ts";

/** What differs of a customer; it has been checked. */
export interface CustomerChange {
  id: number;
  fields: Partial<CustomerFields>;
  /** Of the default address, which is made where there is none. */
  address: Partial<AddressFields>;
  attributes: AttributeChanges;
}

/** Changes of one request. */
export interface CustomerChanges {
  store: Store;
  cause: Cause;
  changes: readonly CustomerChange[];
}

const lockStatement = {
  name: "customers_lock_default",
  text: `
    select r.id, (
      select a.id from customer_addresses a where a.store_id = r.store_id and a.customer_id = r.id and a.is_default
    ) as address_id
    from customers r where r.store_id = $1 and r.id = ${anyOf("$2")} order by r.id for no key update`,
};

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
 * Changes customers, those that are there, and tells each that changed once.
 * @throws Refusal invalid naming what another customer has
 */
export async function changeCustomers(
  facts: FactRegistry,
  tx: Transaction,
  { store, cause, changes }: CustomerChanges,
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  const { rows } = await tx.query<{ id: number; address_id: number | null }>(lockStatement, [store.id, ids]);
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  const changed: number[] = [];
  for (const { id, address_id } of rows) {
    const change = changeOf.get(id);
    if (!change) continue;
    const { fields, address, attributes } = change;
    const moved = await writeAddress(tx, store, { customer_id: id, id: address_id, fields: address });
    const valued = await writeValues(tx, store, { customer_id: id, changes: attributes });
    if (await writeFields(tx, store, { id, fields, others: moved || valued })) changed.push(id);
  }
  await tellChanged(facts, tx, { store, cause, ids: changed });
}
