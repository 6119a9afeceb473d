import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { recordTombstones } from "../../record-tombstone.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Call, Store } from "../../routing/call.ts";

/** A customer who goes, in which request. */
export interface Removal {
  store: Store;
  cause: Cause;
  id: number;
}

/** Deletes a customer with addresses, custom fields, memberships, balances and metafields. @throws Refusal not_found */
export async function removeCustomer(
  facts: FactRegistry,
  tx: Transaction,
  { store, cause, id }: Removal,
): Promise<void> {
  const text = "delete from customers where store_id = $1 and id = $2";
  const gone = await tx.query({ name: "customer_delete", text }, [store.id, id]);
  if (gone.rowCount === 0) refuse("not_found");
  await recordTombstones(tx, store.id, "customers", [id]);
  await facts.raise(tx, store, cause, "customer_deleted", { customer_id: id });
}

/** The operation of it. */
export async function deleteCustomer(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.deleteCustomer>,
): Promise<Record<string, never>> {
  await removeCustomer(facts, tx, { store: call.store, cause: call, id: call.params.id });
  return {};
}
