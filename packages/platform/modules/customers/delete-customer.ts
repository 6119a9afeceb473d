import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { recordTombstones } from "../../record-tombstone.ts";
import type { Call } from "../../routing/call.ts";

/** Deletes a customer with addresses, custom fields, memberships and metafields. @throws Refusal not_found */
export async function deleteCustomer(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.deleteCustomer>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const text = "delete from customers where store_id = $1 and id = $2";
  const gone = await tx.query({ name: "customer_delete", text }, [store.id, params.id]);
  if (gone.rowCount === 0) refuse("not_found");
  await recordTombstones(tx, store.id, "customers", [params.id]);
  await facts.raise(tx, store, call, "customer_deleted", { customer_id: params.id });
  return {};
}
