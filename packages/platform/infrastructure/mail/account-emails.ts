import { defineStatement, type Queryable, type Transaction } from "@souk/database";

const dayMs = 24 * 3_600_000;
/** The period in which emails with texts that an account has written are counted toward the account's limit, in milliseconds. */
export const ownTextsWithinMs = dayMs;

/**
 * Limits for emails whose texts an account has written: test emails, invitations, and emails to customers with edited templates.
 * A new account could be a spammer's, so the maximum number a day starts low and doubles every week until it reaches `finalMax`.
 */
const startingMax = 50;
const finalMax = 5_000;

/** Compute the maximum number of emails a day with texts that the account has written. */
export function computeMaxOwnTexts(accountAgeMs: number): number {
  const weeks = Math.max(0, Math.floor(accountAgeMs / (7 * dayMs)));
  return Math.min(startingMax * 2 ** weeks, finalMax);
}

/** Format the message for a store whose owner has reached the maximum of emails a day with custom texts. */
export function formatOwnTextLimit(max: number): string {
  return `All stores of your store's owner together can send at most ${max} emails a day with custom texts: test emails, invitations and edited notifications. The limit doubles every week.`;
}

/** The emails that all stores owned by an account have sent in the last 24 hours with texts that the account has written. */
export interface OwnTextUsage {
  sent_count: number;
  max: number;
  /** When the oldest of these emails was sent; null if there are none. One day after this time, one more email is allowed. */
  oldest: Date | null;
}

/** Build the SQL query for the ids of all stores of the account that owns a store. @param storeId the placeholder of the store's id */
export function buildStoresOfOwner(storeId: string): string {
  return `select other.store_id from memberships owner
    join memberships other on other.account_id = owner.account_id and other.role = 'owner'
    where owner.store_id = ${storeId} and owner.role = 'owner'`;
}

const ownerStatement = defineStatement(
  "owner_of_store",
  `select account.id, account.created_at from memberships m join accounts account on account.id = m.account_id
   where m.store_id = $1 and m.role = 'owner' limit 1`,
);

const usageStatement = defineStatement(
  "count_own_text_mails",
  `select count(*) as sent_count, min(scheduled_at) as oldest from (
     select scheduled_at from mails where is_own_text and scheduled_at > $2 and store_id in (${buildStoresOfOwner("$1")})
     order by scheduled_at desc limit $3) mail`,
);

/**
 * Count the emails that all stores of this store's owner have sent in the last 24 hours with texts that the owner has written.
 * Call this function in the transaction that then adds one more such email. Concurrent calls for the same owner wait for each
 * other.
 */
export async function countOwnTexts(tx: Transaction, storeId: number, now: number): Promise<OwnTextUsage> {
  const owner = await tx.maybeOne<{ id: number; created_at: Date }>(ownerStatement, [storeId]);
  const key = owner ? `account ${owner.id}` : `store ${storeId}`;
  // 52 is the hash's seed. Each kind of lock has its own seed, so that their keys differ.
  // guard own-texts-lock: without it, account-emails.test.ts fails
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 52))", [`own texts of ${key}`]);
  return readUsage(tx, { storeId, now, createdAt: owner?.created_at ?? new Date(now) });
}

/** Count the emails that `countOwnTexts` counts, but without waiting for concurrent calls. */
export async function loadOwnTextUsage(db: Queryable, storeId: number, now: number): Promise<OwnTextUsage> {
  const owner = await db.maybeOne<{ id: number; created_at: Date }>(ownerStatement, [storeId]);
  return readUsage(db, { storeId, now, createdAt: owner?.created_at ?? new Date(now) });
}

async function readUsage(
  db: Queryable,
  { storeId, now, createdAt }: { storeId: number; now: number; createdAt: Date },
): Promise<OwnTextUsage> {
  const max = computeMaxOwnTexts(now - createdAt.getTime());
  const values = [storeId, new Date(now - ownTextsWithinMs), max];
  const row = await db.maybeOne<Omit<OwnTextUsage, "max">>(usageStatement, values);
  return { sent_count: row?.sent_count ?? 0, oldest: row?.oldest ?? null, max };
}

/**
 * Let an email to a customer use the store's edited template, if the store's owner has not reached the limit of the day. The email then
 * counts toward this limit.
 * @returns false if the limit is reached, so that the default template must be used
 */
export async function reserveOwnText(
  tx: Transaction,
  { id, store_id }: { id: number; store_id: number },
  now: number,
): Promise<boolean> {
  const usage = await countOwnTexts(tx, store_id, now);
  const text = `update mails set is_own_text = true where id = $1 and (is_own_text or $2)`;
  return (await tx.query(text, [id, usage.sent_count < usage.max])).rowCount > 0;
}
