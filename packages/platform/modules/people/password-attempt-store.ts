import { defineStatement, type Queryable } from "@souk/database";

/** The number of wrong passwords after which the next attempt has to wait. */
const maxFreeFailures = 10;
const minDelaySeconds = 60;
const maxDelaySeconds = 3_600;
/** The time after which wrong passwords no longer count, if there was no attempt in between. */
const forgetAfterHours = 24;

/** A counted attempt, or the time until which attempts are blocked. */
export type Attempt = { isAllowed: true; failure_count: number } | { isAllowed: false; blocked_until: Date };

const isOldSql = `attempt.attempted_at < $2::timestamptz - interval '${forgetAfterHours} hours'`;
const newCountSql = `case when ${isOldSql} then 1 else attempt.failure_count + 1 end`;
// 16 doublings already exceed the maximum delay. Without this bound, the power would grow without limit.
const doublingsSql = `least(${newCountSql} - ${maxFreeFailures}, 16)`;
const delaySql = `least(${minDelaySeconds} * 2 ^ ${doublingsSql}, ${maxDelaySeconds})`;

// A row that is blocked is not updated, so that attempts during the delay do not make the delay longer.
const countStatement = defineStatement(
  "count_password_attempt",
  `insert into password_attempts as attempt (key_hash, failure_count, attempted_at) values ($1, 1, $2)
   on conflict (key_hash) do update set failure_count = ${newCountSql}, attempted_at = $2,
     blocked_until = case when ${newCountSql} >= ${maxFreeFailures} then $2::timestamptz + make_interval(secs => ${delaySql}) end
   where attempt.blocked_until is null or attempt.blocked_until <= $2
   returning failure_count`,
);

/** Count an attempt as a failure before its password is compared, unless attempts are blocked. */
export async function countAttempt(db: Queryable, keyHash: Buffer, now: Date): Promise<Attempt> {
  const row = await db.maybeOne<{ failure_count: number }>(countStatement, [keyHash, now]);
  if (row !== undefined) return { isAllowed: true, ...row };
  const text = "select blocked_until from password_attempts where key_hash = $1";
  const blockedRow = await db.maybeOne<{ blocked_until: Date | null }>(text, [keyHash]);
  // If the right password was entered between the two statements, attempts are no longer blocked.
  return { isAllowed: false, blocked_until: blockedRow?.blocked_until ?? now };
}

/** Remove the last attempt from the count of a key, unless another attempt was counted meanwhile. */
export async function uncountAttempt(db: Queryable, keyHash: Buffer, failureCount: number): Promise<void> {
  const text = `update password_attempts set failure_count = failure_count - 1, blocked_until = null
    where key_hash = $1 and failure_count = $2`;
  await db.query(text, [keyHash, failureCount]);
}

/** Delete the count of a key. */
export async function deleteAttempts(db: Queryable, keyHash: Buffer): Promise<void> {
  await db.query("delete from password_attempts where key_hash = $1", [keyHash]);
}

/** Delete the counts without an attempt in the last 24 hours. A background job calls it. @returns the number of deleted counts */
export async function deleteOldAttempts(db: Queryable, now: Date): Promise<number> {
  const text = `delete from password_attempts where attempted_at < $1::timestamptz - interval '${forgetAfterHours} hours'`;
  return (await db.query(text, [now])).rowCount;
}
