import { laterThan, type Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { anyOf } from "../../listing/any-of.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";

const changedStatement = {
  name: "customers_changed",
  text: `
    with locked as materialized (
      select id from customers where store_id = $1 and id = ${anyOf("$2")} order by id for no key update)
    update customers r set updated_at = ${laterThan("r.updated_at")}
    from locked where r.store_id = $1 and r.id = locked.id`,
};

/** Locks a customer against every other change of them. @returns whether they are there */
export async function lockCustomer(tx: Transaction, store: Store, id: number): Promise<boolean> {
  const text = "select from customers where store_id = $1 and id = $2 for no key update";
  return (await tx.query({ name: "customer_lock", text }, [store.id, id])).rowCount > 0;
}

/** Customers whom one request changed. */
export interface ChangedCustomers {
  store: Store;
  cause: Cause;
  ids: readonly number[];
}

/** Says that what customers show has changed, and tells each by customer/update once. */
export async function markChanged(
  facts: FactRegistry,
  tx: Transaction,
  changed: ChangedCustomers,
): Promise<void> {
  if (changed.ids.length > 0) await tx.query(changedStatement, [changed.store.id, changed.ids]);
  await tellChanged(facts, tx, changed);
}

/**
 * Tells customers whose rows say it already: whoever writes a column of theirs moves `updated_at` by `laterThan` in the same
 * statement and calls this in the same transaction. Told is what they are when the event is numbered.
 */
export async function tellChanged(
  facts: FactRegistry,
  tx: Transaction,
  { store, cause, ids }: ChangedCustomers,
): Promise<void> {
  const changes = ids.map((customer_id) => ({ customer_id }));
  await facts.raiseEach(tx, store, cause, "customer_changed", changes);
}
