import type { Queryable } from "@souk/database";

/** A link for a new password. */
export interface PasswordReset {
  token_hash: Buffer;
  account_id: number;
  created_at: Date;
  expires_at: Date;
}

/** Lock an account until the transaction ends, and count its links for a new password that were created after a time. */
export async function countPasswordResets(tx: Queryable, accountId: number, since: Date): Promise<number> {
  await tx.query("select from accounts where id = $1 for no key update", [accountId]);
  const text = "select count(*) as count from password_resets where account_id = $1 and created_at > $2";
  return (await tx.one<{ count: number }>(text, [accountId, since])).count;
}

/** Insert a link for a new password. */
export async function insertPasswordReset(tx: Queryable, reset: PasswordReset): Promise<void> {
  const { token_hash, account_id, created_at, expires_at } = reset;
  const text =
    "insert into password_resets (token_hash, account_id, created_at, expires_at) values ($1, $2, $3, $4)";
  await tx.query(text, [token_hash, account_id, created_at, expires_at]);
}

/** Find the account of a link that has not expired, or return null. */
export async function selectPasswordReset(
  db: Queryable,
  { token_hash, now }: { token_hash: Buffer; now: Date },
): Promise<{ account_id: number; email: string } | null> {
  const text = `
    select account.id as account_id, account.email
    from password_resets reset join accounts account on account.id = reset.account_id
    where reset.token_hash = $1 and reset.expires_at > $2`;
  return (await db.maybeOne<{ account_id: number; email: string }>(text, [token_hash, now])) ?? null;
}

/** Use up a link. @returns false if it was used or has expired */
export async function expirePasswordReset(
  tx: Queryable,
  { token_hash, now }: { token_hash: Buffer; now: Date },
): Promise<boolean> {
  const text = "update password_resets set expires_at = created_at where token_hash = $1 and expires_at > $2";
  return (await tx.query(text, [token_hash, now])).rowCount > 0;
}

/** Expire all links of an account. Their rows stay, because they count towards the limit of a day. */
export async function expirePasswordResets(tx: Queryable, accountId: number): Promise<void> {
  await tx.query("update password_resets set expires_at = created_at where account_id = $1", [accountId]);
}

/** Delete the links that were created before a time. @returns how many */
export async function deletePasswordResetsBefore(db: Queryable, before: Date): Promise<number> {
  return (await db.query("delete from password_resets where created_at < $1", [before])).rowCount;
}
