import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { events } from "../../infrastructure/events/publish.ts";
import { recordTombstones } from "../../infrastructure/record-tombstone.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";

/** The customer to delete, and who deletes them. */
export interface CustomerDeletion {
  store: Store;
  cause: Cause;
  id: number;
}

const customerDeleteStatement = defineStatement(
  "customer_delete",
  "delete from customers where store_id = $1 and id = $2",
);

/**
 * Delete a customer with their addresses, custom fields, group memberships, balances and metafields, and publish
 * `customer/delete`.
 * @throws ApiError `not_found`
 */
export async function removeCustomer(tx: Transaction, { store, cause, id }: CustomerDeletion): Promise<void> {
  const deleteResult = await tx.query(customerDeleteStatement, [store.id, id]);
  if (deleteResult.rowCount === 0) throwApiError("not_found");
  await recordTombstones(tx, store.id, "customers", [id]);
  await events.publish(tx, { ...cause, store }, "customer/delete", { id, snapshot: JSON.stringify({ id }) });
}

/** Delete a customer for a request to the API. @throws ApiError `not_found` */
export async function deleteCustomer(
  tx: Transaction,
  call: Call<typeof operations.deleteCustomer>,
): Promise<Record<string, never>> {
  await removeCustomer(tx, { store: call.store, cause: call, id: call.params.id });
  return {};
}
