import type { Queryable } from "@souk/database";

/** A password reset link. */
export interface PasswordReset {
  token_hash: Buffer;
  account_id: number;
  expires_at: Date;
}

/** The hash of the token by which a link is found, and the time at which the link must be valid. */
interface ResetKey {
  token_hash: Buffer;
  now: Date;
}

/** Lock an account until the transaction ends, and count its links that are still valid. */
export async function lockAndCountPasswordResets(
  tx: Queryable,
  accountId: number,
  now: Date,
): Promise<number> {
  await tx.query("select from accounts where id = $1 for no key update", [accountId]);
  const text = "select count(*) as count from password_resets where account_id = $1 and expires_at > $2";
  return (await tx.one<{ count: number }>(text, [accountId, now])).count;
}

/** Insert a password reset link. */
export async function insertPasswordReset(tx: Queryable, reset: PasswordReset): Promise<void> {
  const { token_hash, account_id, expires_at } = reset;
  const text = "insert into password_resets (token_hash, account_id, expires_at) values ($1, $2, $3)";
  await tx.query(text, [token_hash, account_id, expires_at]);
}

/** Find the account of a link that is still valid, or return null. */
export async function selectPasswordReset(
  db: Queryable,
  { token_hash, now }: ResetKey,
): Promise<{ account_id: number; email: string } | null> {
  const text = `
    select account.id as account_id, account.email
    from password_resets reset join accounts account on account.id = reset.account_id
    where reset.token_hash = $1 and reset.expires_at > $2`;
  return (await db.maybeOne<{ account_id: number; email: string }>(text, [token_hash, now])) ?? null;
}

/** Use up a link. @returns false if the link is unknown, used or expired */
export async function deletePasswordReset(tx: Queryable, { token_hash, now }: ResetKey): Promise<boolean> {
  const text = "delete from password_resets where token_hash = $1 and expires_at > $2";
  return (await tx.query(text, [token_hash, now])).rowCount > 0;
}

/** Delete all links of an account. */
export async function deletePasswordResets(tx: Queryable, accountId: number): Promise<void> {
  await tx.query("delete from password_resets where account_id = $1", [accountId]);
}

/** Delete the links that have expired. @returns the number of deleted links */
export async function deleteExpiredPasswordResets(db: Queryable, now: Date): Promise<number> {
  return (await db.query("delete from password_resets where expires_at <= $1", [now])).rowCount;
}
