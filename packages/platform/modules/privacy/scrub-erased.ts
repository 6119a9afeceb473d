import { type Database, DatabaseUnavailable, type Transaction } from "@souk/database";
import { type FormerBuyer, findFormerCustomers, findFormerOrders } from "./find-former-orders.ts";
import { type ErasedCustomer, scrubAuditLog, scrubCustomerData } from "./scrub.ts";
import { scrubEmails } from "./scrub-emails.ts";
import { scrubOrders } from "./scrub-orders.ts";
import { clockMargin } from "./scrub-responses.ts";

interface ErasureKey {
  store_id: number;
  id: number;
}

type Erasure = ErasureKey &
  ErasedCustomer &
  FormerBuyer & { order_ids: readonly number[]; addressed_order_ids: readonly number[] };

// A process of the previous release may mark an erasure as scrubbed although it did not scrub the orders. In this case, `erased_email` is
// still set.
const isToScrubSql =
  "(r.completed_at is null and r.kind = 'erase' and r.scrubbed_at is null or r.erased_email is not null)";

/**
 * Finds the erasures whose customer can be scrubbed from the logs: all earlier events have their sequence numbers, and earlier work that
 * could write the customer's data again has ended. This work consists of imports of customers, which are awaited for at most a day,
 * and of fulfillment requests.
 */
const findErasuresText = `
  select store_id, id from privacy_requests r
  where ${isToScrubSql} and event_sequence is not null
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

// A locked request is skipped, because another process is scrubbing it.
const lockErasureText = `
  select store_id, id, customer_id, order_ids, addressed_order_ids, coalesce(erased_email, '') as email, request_id, event_created_at as erased_at
  from privacy_requests r where store_id = $1 and id = $2 and ${isToScrubSql} for update skip locked`;

const markScrubbedText = `
  update privacy_requests set scrubbed_at = clock_timestamp(), erased_email = null, scrub_failed_at = null
  where store_id = $1 and id = $2`;

const markFailedText =
  "update privacy_requests set scrub_failed_at = clock_timestamp() where store_id = $1 and id = $2";

// The limit is long, because a statement may read months of a busy store's logs.
const statementTimeoutMs = 10 * 60_000;

/**
 * Remove erased customers from the logs. If this fails for one erasure, the other erasures are still processed, and the failed erasure
 * is retried after 10 minutes.
 * @param stopping a signal; after it is aborted, no further erasure is started
 * @returns the errors of the failed erasures
 * @throws DatabaseUnavailable as soon as the database is unavailable
 */
export async function scrubErased(database: Database, stopping?: AbortSignal): Promise<unknown[]> {
  const rows = await database.many<ErasureKey>(findErasuresText);
  const failures: unknown[] = [];
  for (const { store_id, id } of rows) {
    if (stopping?.aborted) break;
    try {
      await database.transaction((tx) => scrubErasure(tx, { store_id, id }), {
        retryable: true,
        statementTimeoutMs,
      });
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.reason !== "busy") throw error;
      failures.push(error);
      await database.query(markFailedText, [store_id, id]);
    }
  }
  return failures;
}

async function scrubErasure(tx: Transaction, { store_id, id }: ErasureKey): Promise<void> {
  const erasure = await tx.maybeOne<Erasure>(lockErasureText, [store_id, id]);
  if (!erasure) return;
  const { ids, addressed_ids, emails } = await findFormerOrders(tx, erasure);
  const orders = {
    ids: [...new Set([...erasure.order_ids, ...ids])],
    addressed_ids: [...new Set([...erasure.addressed_order_ids, ...addressed_ids])],
  };
  await scrubCustomerData(tx, erasure);
  for (const customer_id of await findFormerCustomers(tx, erasure)) {
    await scrubCustomerData(tx, { ...erasure, customer_id });
    await scrubAuditLog(tx, store_id, customer_id);
  }
  await scrubOrders(tx, { ...erasure, orders });
  await scrubEmails(tx, { store_id, emails: [erasure.email, ...emails], orders });
  await tx.query(markScrubbedText, [store_id, id]);
}
