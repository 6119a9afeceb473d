import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import { buildStoresOfOwner } from "./account-emails.ts";

/** The store, order and recipient of an email to a customer. */
export interface CustomerEmailScope {
  store_id: number;
  order_id: number;
  recipient: string;
}

/** The maximum numbers of emails to customers within 24 hours. */
export interface CustomerEmailLimits {
  /** About one order. */
  of_order: number;
  /** To one address, from all stores of the owner. */
  to_recipient: number;
  /** From one store. */
  of_store: number;
  /** The maximum number of emails about an order that may wait. */
  waiting_of_order: number;
}

/**
 * When an email is to be sent: immediately, or later if it must wait because of a limit (`waits`). Null if too many emails about the
 * order are waiting.
 */
export type EmailSchedule = { scheduled_at: Date; waits: boolean } | null;

const dayMs = 24 * 3_600_000;

// Build the SQL for the time of the Nth latest email, where N is the limit and `offset` is N - 1. One more email would exceed the
// limit until that Nth latest email is a day old. The SQL returns null if there are fewer than N emails.
const buildOldestTime = (condition: string, offset: string) => `(select scheduled_at from mails
  where order_id is not null and scheduled_at > $4 and ${condition} order by scheduled_at desc offset ${offset} limit 1)`;
const scheduleStatement = defineStatement(
  "schedule_customer_mail",
  `select greatest(
     ${buildOldestTime("store_id = $1 and order_id = $2", "$5")},
     ${buildOldestTime(`store_id in (${buildStoresOfOwner("$1")}) and lower(recipient) = lower($3)`, "$6")},
     ${buildOldestTime("store_id = $1", "$7")}) as oldest,
   (select count(*) from mails where store_id = $1 and order_id = $2 and scheduled_at > $8) as waiting`,
);

/**
 * Decide when another email to a customer is sent. An email that would exceed a limit waits until the limit allows it. Concurrent
 * calls for an address wait until this transaction ends.
 */
export async function scheduleCustomerEmail(
  tx: Transaction,
  { store_id, order_id, recipient }: CustomerEmailScope,
  { limits, now }: { limits: CustomerEmailLimits; now: number },
): Promise<EmailSchedule> {
  // 53 is the hash's seed. Each kind of lock has its own seed, so that their keys differ.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 53))", [
    `emails to ${recipient.toLowerCase()}`,
  ]);
  const { of_order, to_recipient, of_store } = limits;
  const row = await tx.one<{ oldest: Date | null; waiting: number }>(scheduleStatement, [
    store_id,
    order_id,
    recipient,
    new Date(now - dayMs),
    of_order - 1,
    to_recipient - 1,
    of_store - 1,
    new Date(now),
  ]);
  if (row.waiting >= limits.waiting_of_order) return null;
  const earliest = row.oldest === null ? now : row.oldest.getTime() + dayMs;
  return { scheduled_at: new Date(Math.max(now, earliest)), waits: earliest > now };
}

/** The customer emails of a store that wait because of a limit. */
export interface WaitingEmails {
  count: number;
  /** When the last of them is to be sent; null if none waits. */
  until: Date | null;
}

const waitingStatement = defineStatement(
  "count_waiting_mails",
  `select count(*) as count, max(scheduled_at) as until from mails
   where store_id = $1 and order_id is not null and scheduled_at > $2`,
);

/** Count the customer emails of a store that wait because of a limit. */
export async function countWaitingEmails(
  db: Queryable,
  storeId: number,
  now: number,
): Promise<WaitingEmails> {
  return db.one<WaitingEmails>(waitingStatement, [storeId, new Date(now)]);
}
