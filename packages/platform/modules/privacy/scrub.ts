import { monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { releaseFiles } from "../../infrastructure/storage/index.ts";
import { type ErasedPeople, namedInFilters } from "../exports/index.ts";
import { scrubAnswersOfCustomer } from "./scrub-answers.ts";

/** Remove an erased customer's data from the audit log; that something was changed, and by whom, stays. */
export async function scrubAuditLog(tx: Transaction, storeId: number, customerId: number): Promise<void> {
  const text = `
    update audit_entries set label = null, before = null, after = null
    where store_id = $1 and (resource in ('customer', 'customer_attribute_value') and resource_id = $2
      or resource = 'customer_address' and parent_id = $2)`;
  await tx.query(text, [storeId, customerId]);
}

/** The records whose metafields are scrubbed. */
interface MetafieldOwners {
  owner_resource: "customer" | "order";
  owner_ids: readonly number[];
  /** Entries that were written later stay. */
  numbered_at?: Date;
}

/**
 * Remove the data about metafields of these records from the audit log. A change of a metafield does not
 * contain the type of its record, but the metafield still exists, or its first or last entry contains it.
 */
export async function scrubMetafieldEntries(
  tx: Transaction,
  storeId: number,
  { owner_resource, owner_ids, numbered_at }: MetafieldOwners,
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
  await tx.query(text, [storeId, owner_resource, [...owner_ids], numbered_at ?? null]);
}

const askedText = `
  select id, created_at, after -> 'filters' as filters from audit_entries
  where store_id = $1 and resource = 'export' and after ->> 'resource' in ('customers', 'orders') and after -> 'filters' <> '{}'`;

const redactStatement = `
  update audit_entries r set after = jsonb_set(r.after, '{filters}', known.filters)
  from jsonb_to_recordset($2::jsonb) as known (id bigint, created_at timestamptz, filters jsonb)
  where r.store_id = $1 and r.id = known.id and r.created_at = known.created_at`;

/** Remove people from the filters of exports in the audit log. */
export async function scrubFilters(tx: Transaction, { store_id, people }: ErasedPeople): Promise<void> {
  // An export's filters change only when they are scrubbed, which needs no audit entry.
  await tx.query(
    "delete from audit_entries where store_id = $1 and resource = 'export' and action = 'update'",
    [store_id],
  );
  const rows = await tx.many<{ id: number; created_at: Date; filters: Record<string, string> }>(askedText, [
    store_id,
  ]);
  const known = rows.flatMap(({ id, created_at, filters }) => {
    const { naming, erased } = namedInFilters(filters, people);
    return naming === "not" ? [] : [{ id, created_at, filters: erased }];
  });
  await tx.query(redactStatement, [store_id, JSON.stringify(known)]);
}

/** An erased customer of a store. */
export interface ErasedCustomer {
  store_id: number;
  customer_id: number;
  /**
   * When the erasure's event was numbered, shortly after the erasure: an import that was created later does
   * not contain the customer.
   */
  numbered_at: Date;
}

/**
 * Remove an erased customer's data from the event log, the stored responses for repeats, and files. Pending
 * deliveries contain only the id from then on.
 */
export async function scrubElsewhere(
  tx: Queryable,
  { store_id, customer_id, numbered_at }: ErasedCustomer,
): Promise<void> {
  // Those without a payload too: a history that has rendered the customer a moment ago, and is about to write that, finds one.
  await tx.query(
    `update events set payload = '{"customer":{"id":' || $2 || '}}'
     where store_id = $1 and topic in ('customer/create', 'customer/update') and resource_id = $2::bigint`,
    [store_id, customer_id],
  );
  await scrubAnswersOfCustomer(tx, { store_id, customer_id });
  // What waits to be imported may name the customer; so may what was wrong with a file's rows.
  // guard: imports-of-before with `$2::timestamptz is not null` for `created_at < $2`: scrub-imports.test.ts
  const rows = await tx.many<{ path: string }>(
    `update imports r set status = 'cancelled', error = 'A customer was erased. Upload the file again without that customer.',
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
     where store_id = $1 and resource = 'customers' and status = 'checked' and created_at < $2 returning path`,
    [store_id, numbered_at],
  );
  await releaseFiles(tx, store_id, { paths: rows.map(({ path }) => path) });
  await tx.query(
    `delete from import_errors e using imports i
     where e.store_id = $1 and i.store_id = $1 and i.id = e.import_id and i.resource = 'customers'
       and i.created_at < $2`,
    [store_id, numbered_at],
  );
  await tx.query(
    `delete from import_records known using imports i
     where known.store_id = $1 and i.store_id = $1 and i.id = known.import_id and i.resource = 'customers'
       and i.status not in ('checking', 'running') and i.created_at < $2`,
    [store_id, numbered_at],
  );
}
