import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { type EventSource, events } from "../../infrastructure/events/publish.ts";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

const changedStatement = defineStatement(
  "customers_changed",
  `
    with locked as materialized (
      select id from customers where store_id = $1 and id = ${buildAnyIds("$2")} order by id for no key update)
    update customers r set updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from locked where r.store_id = $1 and r.id = locked.id`,
);

const customerLockStatement = defineStatement(
  "customer_lock",
  "select from customers where store_id = $1 and id = $2 for no key update",
);

/** Lock a customer until the transaction ends. @returns whether the customer exists */
export async function lockCustomer(tx: Transaction, store: Store, id: number): Promise<boolean> {
  return (await tx.query(customerLockStatement, [store.id, id])).rowCount > 0;
}

/** Set `updated_at` of these customers, and publish `customer/update` for each. */
export async function markCustomersChanged(
  tx: Transaction,
  call: EventSource,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await tx.query(changedStatement, [call.store.id, ids]);
  await publishCustomersUpdated(tx, call, ids);
}

/**
 * Publish `customer/update` for each of these customers. The caller has set their `updated_at` in the same transaction. The event's
 * payload is the customer at the time when the sequencer numbers the event.
 */
export async function publishCustomersUpdated(
  tx: Transaction,
  call: EventSource,
  ids: readonly number[],
): Promise<void> {
  const updateEvents = ids.map((id) => ({ id, snapshot: null }));
  await events.publishMany(tx, call, "customer/update", updateEvents);
}
