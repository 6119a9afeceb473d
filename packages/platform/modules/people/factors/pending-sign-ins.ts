import type { Queryable } from "@souk/database";
import type { RandomText } from "../../../runtime/random.ts";
import { type Audience, hashSessionId, sessionIdBytes } from "../session-rules.ts";

/** How long after entering the password a person can enter a code. */
const lifetimeMs = 10 * 60_000;
/** The maximum number of codes that a person can enter before they have to enter their password again. */
const maxAttempts = 5;

/** The data by which a browser's pending sign-in is found. */
export interface PendingKey {
  /** The value of the cookie, or null without a cookie. The browser may send any text. */
  pendingId: string | null;
  audience: Audience;
  now: Date;
}

/** A new pending sign-in. Its id is sent in a cookie and is not stored. */
interface StartedPendingSignIn {
  pending_id: string;
  expires_at: Date;
}

/** Start a pending sign-in for an account whose password was right. It only lets the person enter a code. */
export async function startPendingSignIn(
  db: Queryable,
  { account_id, audience, now }: { account_id: number; audience: Audience; now: Date },
  random: RandomText,
): Promise<StartedPendingSignIn> {
  const pending_id = random(sessionIdBytes);
  const expires_at = new Date(now.getTime() + lifetimeMs);
  const text =
    "insert into pending_sign_ins (id_hash, account_id, audience, expires_at) values ($1, $2, $3, $4)";
  await db.query(text, [hashSessionId(pending_id), account_id, audience, expires_at]);
  return { pending_id, expires_at };
}

const conditions = "id_hash = $1 and audience = $2 and expires_at > $3";

function toValues({ pendingId, audience, now }: PendingKey) {
  return [pendingId === null ? null : hashSessionId(pendingId), audience, now];
}

/** Find the account of a pending sign-in, or return null if it is unknown, has expired or has no attempt left. */
export async function findPendingAccount(db: Queryable, key: PendingKey): Promise<number | null> {
  const text = `select account_id from pending_sign_ins where ${conditions} and attempt_count < ${maxAttempts}`;
  return (await db.maybeOne<{ account_id: number }>(text, toValues(key)))?.account_id ?? null;
}

/** Count an attempt to enter a code. @returns the account, or null if the sign-in is unknown, has expired or has no attempt left */
export async function countAttempt(
  tx: Queryable,
  key: PendingKey,
): Promise<{ id: number; email: string } | null> {
  // guard attempts-of-a-sign-in: without `and attempt_count < ${maxAttempts}`, factors.test.ts fails
  const text = `update pending_sign_ins pending set attempt_count = attempt_count + 1 from accounts account
    where ${conditions} and attempt_count < ${maxAttempts} and account.id = pending.account_id
    returning account.id, account.email`;
  return (await tx.maybeOne<{ id: number; email: string }>(text, toValues(key))) ?? null;
}

/** End a pending sign-in. */
export async function deletePendingSignIn(tx: Queryable, key: PendingKey): Promise<void> {
  await tx.query(`delete from pending_sign_ins where ${conditions}`, toValues(key));
}

/** End the pending sign-ins of an account, because its password or its factors have changed. */
export async function deletePendingSignIns(tx: Queryable, accountId: number): Promise<void> {
  await tx.query("delete from pending_sign_ins where account_id = $1", [accountId]);
}

/** Delete the pending sign-ins that have expired. @returns the number of deleted sign-ins */
export async function deleteExpiredPendingSignIns(db: Queryable, now: Date): Promise<number> {
  return (await db.query("delete from pending_sign_ins where expires_at <= $1", [now])).rowCount;
}
