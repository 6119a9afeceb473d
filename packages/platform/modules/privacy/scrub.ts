import type { Queryable, Transaction } from "@souk/database";

/** Takes out what the audit log says of a customer who was erased; that something was changed, and by whom, stays. */
export async function scrubAuditLog(tx: Transaction, storeId: number, customerId: number): Promise<void> {
  const text = `
    update audit_entries set label = null, before = null, after = null
    where store_id = $1 and (resource in ('customer', 'customer_attribute_value') and resource_id = $2
      or resource = 'customer_address' and parent_id = $2)`;
  await tx.query(text, [storeId, customerId]);
}

/**
 * The same of metafields, before the customer is erased: a change of one does not say what sort of record it is on, but it is
 * on the customer still, or its deletion says so.
 */
export async function scrubMetafieldEntries(
  tx: Transaction,
  storeId: number,
  customerId: number,
): Promise<void> {
  const text = `
    update audit_entries set label = null, before = null, after = null
    where store_id = $1 and resource = 'metafield' and parent_id = $2 and resource_id in (
      select id from metafields where store_id = $1 and owner_resource = 'customer' and owner_id = $2
      union all
      select resource_id from audit_entries
      where store_id = $1 and resource = 'metafield' and parent_id = $2 and before ->> 'owner_resource' = 'customer')`;
  await tx.query(text, [storeId, customerId]);
}

/** A customer of a shop. */
export interface ErasedCustomer {
  store_id: number;
  customer_id: number;
}

/**
 * Takes out what the event log, the answers kept for repeats, and files hold of a customer who was erased. Deliveries that
 * are still to go out carry the id alone from then on.
 */
export async function scrubElsewhere(
  run: Queryable,
  { store_id, customer_id }: ErasedCustomer,
): Promise<void> {
  await run.query(
    `update events set payload = '{"customer":{"id":' || $2 || '}}'
     where store_id = $1 and topic in ('customer/create', 'customer/update') and resource_id = $2::bigint
       and payload is not null`,
    [store_id, customer_id],
  );
  await run.query(
    `delete from idempotency_keys
     where store_id = $1 and (path ~ ('/customers/' || $2 || '[./]') or answer like '%"customer":{"id":' || $2 || ',%')`,
    [store_id, String(customer_id)],
  );
  // Their files may name the customer; the usual housekeeping takes them away. So may what was wrong with a file's rows.
  await run.query(
    "update exports set expires_at = least(expires_at, now()) where store_id = $1 and resource = 'customers'",
    [store_id],
  );
  await run.query(
    "update imports set expires_at = least(expires_at, now()) where store_id = $1 and resource = 'customers'",
    [store_id],
  );
  await run.query(
    `delete from import_errors told using imports i
     where told.store_id = $1 and i.store_id = $1 and i.id = told.import_id and i.resource = 'customers'`,
    [store_id],
  );
  // One that is running needs its keys, and forgets them itself.
  await run.query(
    `delete from import_products known using imports i
     where known.store_id = $1 and i.store_id = $1 and i.id = known.import_id and i.resource = 'customers'
       and i.status <> 'running'`,
    [store_id],
  );
}
