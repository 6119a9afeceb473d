import { type Database, DatabaseUnavailable, type Transaction } from "@souk/database";
import { type FormerBuyer, formerCustomers, formerOrders } from "./former-orders.ts";
import { type ErasedCustomer, scrubAuditLog, scrubElsewhere } from "./scrub.ts";
import { clockMargin } from "./scrub-answers.ts";
import { scrubEmails } from "./scrub-emails.ts";
import { scrubOrders } from "./scrub-orders.ts";

interface ErasureKey {
  store_id: number;
  id: number;
}

type Erasure = ErasureKey &
  ErasedCustomer &
  FormerBuyer & { order_ids: readonly number[]; addressed_order_ids: readonly number[] };

// A process of the previous release may mark an erasure without its orders: it still records an email address.
const isErased =
  "(r.completed_at is null and r.kind = 'erase' and r.scrubbed_at is null or r.erased_email is not null)";

/**
 * SQL that finds erasures whose customer is still in the logs. All earlier events have their numbers by now,
 * and earlier work that could write the customer again has ended: imports, for at most a day, and requests to
 * apps.
 */
const toScrub = `
  select store_id, id from privacy_requests r
  where ${isErased} and event_sequence is not null
    and (scrub_failed_at is null or scrub_failed_at < clock_timestamp() - interval '10 minutes')
    and not exists (
      select from imports i
      where i.store_id = r.store_id and i.resource = 'customers' and i.status in ('checking', 'running')
        and i.created_at < r.event_created_at and r.created_at > clock_timestamp() - interval '1 day')
    and not exists (
      select from fulfillment_requests f
      where f.store_id = r.store_id and f.status = 'sent' and f.order_ids && r.order_ids
        and f.created_at <= r.event_created_at + ${clockMargin})
  order by id limit 20`;

// Whoever has it is at it.
const take = `
  select store_id, id, customer_id, order_ids, addressed_order_ids, coalesce(erased_email, '') as email, request_id, event_created_at as numbered_at
  from privacy_requests r where store_id = $1 and id = $2 and ${isErased} for update skip locked`;

const markDone = `
  update privacy_requests set scrubbed_at = clock_timestamp(), erased_email = null, scrub_failed_at = null
  where store_id = $1 and id = $2`;

const markFailed =
  "update privacy_requests set scrub_failed_at = clock_timestamp() where store_id = $1 and id = $2";

// Reads months of a busy store's logs.
const patienceMs = 10 * 60_000;

/**
 * Remove erased customers from the logs. An erasure that fails is tried again after 10 minutes and blocks
 * none of the others.
 * @param stopping once it is aborted, no further erasure is begun
 * @returns the errors
 * @throws DatabaseUnavailable at once
 */
export async function scrubErased(database: Database, stopping?: AbortSignal): Promise<unknown[]> {
  const rows = await database.many<ErasureKey>(toScrub);
  const failures: unknown[] = [];
  for (const { store_id, id } of rows) {
    if (stopping?.aborted) break;
    try {
      await database.transaction((tx) => scrubOne(tx, { store_id, id }), {
        repeatable: true,
        statementTimeoutMs: patienceMs,
      });
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.reason !== "busy") throw error;
      failures.push(error);
      await database.query(markFailed, [store_id, id]);
    }
  }
  return failures;
}

async function scrubOne(tx: Transaction, { store_id, id }: ErasureKey): Promise<void> {
  const erasure = await tx.maybeOne<Erasure>(take, [store_id, id]);
  if (!erasure) return;
  const { ids, addressed_ids, emails } = await formerOrders(tx, erasure);
  const orders = {
    ids: [...new Set([...erasure.order_ids, ...ids])],
    addressed_ids: [...new Set([...erasure.addressed_order_ids, ...addressed_ids])],
  };
  await scrubElsewhere(tx, erasure);
  for (const customer_id of await formerCustomers(tx, erasure)) {
    await scrubElsewhere(tx, { ...erasure, customer_id });
    await scrubAuditLog(tx, store_id, customer_id);
  }
  await scrubOrders(tx, { ...erasure, orders });
  await scrubEmails(tx, { store_id, emails: [erasure.email, ...emails], orders });
  await tx.query(markDone, [store_id, id]);
}
