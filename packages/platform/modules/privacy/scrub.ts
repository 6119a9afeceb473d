import { monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { scheduleFileRemovals } from "../../infrastructure/storage/index.ts";
import { type ErasedPeople, matchAndEraseFilters } from "../exports/index.ts";
import { scrubResponsesOfCustomer } from "./scrub-responses.ts";

/** Remove an erased customer's data from the audit log. The entries still show who changed something, and when. */
export async function scrubAuditLog(tx: Transaction, storeId: number, customerId: number): Promise<void> {
  const text = `
    update audit_entries set label = null, before = null, after = null
    where store_id = $1 and (resource in ('customer', 'customer_attribute_value') and resource_id = $2
      or resource = 'customer_address' and parent_id = $2)`;
  await tx.query(text, [storeId, customerId]);
}

/** The records whose metafield entries are scrubbed. */
interface MetafieldOwners {
  owner_resource: "customer" | "order";
  owner_ids: readonly number[];
  /** Entries that were written after this time are kept. */
  erased_at?: Date;
}

/**
 * Remove the data about metafields of these records from the audit log. An entry about an update does not contain the owner's
 * resource. Such an entry is found through its metafield, if the metafield still exists, or through the entry of the metafield's
 * creation or deletion.
 */
export async function scrubMetafieldEntries(
  tx: Transaction,
  storeId: number,
  { owner_resource, owner_ids, erased_at }: MetafieldOwners,
): Promise<void> {
  const text = `
    update audit_entries set label = null, before = null, after = null
    where store_id = $1 and resource = 'metafield' and parent_id = any($3::bigint[])
      and created_at <= coalesce($4::timestamptz, 'infinity') and resource_id in (
      select id from metafields where store_id = $1 and owner_resource = $2 and owner_id = any($3::bigint[])
      union all
      select resource_id from audit_entries
      where store_id = $1 and resource = 'metafield' and parent_id = any($3::bigint[])
        and $2 in (before ->> 'owner_resource', after ->> 'owner_resource'))`;
  await tx.query(text, [storeId, owner_resource, [...owner_ids], erased_at ?? null]);
}

const exportEntriesText = `
  select id, created_at, after -> 'filters' as filters from audit_entries
  where store_id = $1 and resource = 'export' and after ->> 'resource' in ('customers', 'orders') and after -> 'filters' <> '{}'`;

const redactStatement = `
  update audit_entries r set after = jsonb_set(r.after, '{filters}', redacted.filters)
  from jsonb_to_recordset($2::jsonb) as redacted (id bigint, created_at timestamptz, filters jsonb)
  where r.store_id = $1 and r.id = redacted.id and r.created_at = redacted.created_at`;

/** Remove these people's data from the filters of exports in the audit log. */
export async function scrubExportFilters(tx: Transaction, { store_id, people }: ErasedPeople): Promise<void> {
  // Exports have update entries in the audit log only if their filters were scrubbed. These entries contain the filters from before
  // the scrubbing.
  await tx.query(
    "delete from audit_entries where store_id = $1 and resource = 'export' and action = 'update'",
    [store_id],
  );
  const rows = await tx.many<{ id: number; created_at: Date; filters: Record<string, string> }>(
    exportEntriesText,
    [store_id],
  );
  const redactedEntries = rows.flatMap(({ id, created_at, filters }) => {
    const { match, erasedFilters } = matchAndEraseFilters(filters, people);
    return match === "none" ? [] : [{ id, created_at, filters: erasedFilters }];
  });
  await tx.query(redactStatement, [store_id, JSON.stringify(redactedEntries)]);
}

/** An erased customer of a store. */
export interface ErasedCustomer {
  store_id: number;
  customer_id: number;
  /**
   * When the erasure's event got its sequence number, shortly after the erasure. Imports that were created later do not contain
   * the customer.
   */
  erased_at: Date;
}

/**
 * Remove an erased customer's data from the event log, the stored responses of idempotency keys, and imports of customers. After that,
 * pending deliveries contain only the customer's id.
 */
export async function scrubCustomerData(
  tx: Queryable,
  { store_id, customer_id, erased_at }: ErasedCustomer,
): Promise<void> {
  // Events without a payload get this payload too. So a process that rendered a payload before, and is about to store it, does not
  // replace this payload.
  await tx.query(
    `update events set payload = '{"customer":{"id":' || $2 || '}}'
     where store_id = $1 and topic in ('customer/create', 'customer/update') and resource_id = $2::bigint`,
    [store_id, customer_id],
  );
  await scrubResponsesOfCustomer(tx, { store_id, customer_id });
  // A file that waits for its import, and the errors of a file's rows, may contain the customer.
  // guard imports-of-before: with `$2::timestamptz is not null` instead of `created_at < $2`, scrub-imports.test.ts fails
  const rows = await tx.many<{ path: string }>(
    `update imports r set status = 'cancelled', error = 'A customer was erased. Upload the file again without that customer.',
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
     where store_id = $1 and resource = 'customers' and status = 'checked' and created_at < $2 returning path`,
    [store_id, erased_at],
  );
  await scheduleFileRemovals(tx, store_id, { paths: rows.map(({ path }) => path) });
  await tx.query(
    `delete from import_errors e using imports i
     where e.store_id = $1 and i.store_id = $1 and i.id = e.import_id and i.resource = 'customers'
       and i.created_at < $2`,
    [store_id, erased_at],
  );
  await tx.query(
    `delete from import_records record using imports i
     where record.store_id = $1 and i.store_id = $1 and i.id = record.import_id and i.resource = 'customers'
       and i.status not in ('checking', 'running') and i.created_at < $2`,
    [store_id, erased_at],
  );
}
