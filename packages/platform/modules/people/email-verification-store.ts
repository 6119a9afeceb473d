import type { Queryable } from "@souk/database";
import type { Account } from "./account-store.ts";

/** A link that verifies the email address of an account. */
export interface EmailVerification {
  token_hash: Buffer;
  account_id: number;
  expires_at: Date;
}

/** The hash by which a link is found, and the current time, at which the link must still be valid. */
export interface VerificationKey {
  token_hash: Buffer;
  now: Date;
}

/** The account whose address a link verifies. */
export interface AccountToVerify extends Account {
  password_hash: string;
}

/** Lock an account until the transaction ends, and count its links that are still valid. */
export async function lockAndCountEmailVerifications(
  tx: Queryable,
  accountId: number,
  now: Date,
): Promise<number> {
  await tx.query("select from accounts where id = $1 for no key update", [accountId]);
  const text = "select count(*) as count from email_verifications where account_id = $1 and expires_at > $2";
  return (await tx.one<{ count: number }>(text, [accountId, now])).count;
}

/** Insert a link that verifies an address. */
export async function insertEmailVerification(tx: Queryable, link: EmailVerification): Promise<void> {
  const text = "insert into email_verifications (token_hash, account_id, expires_at) values ($1, $2, $3)";
  await tx.query(text, [link.token_hash, link.account_id, link.expires_at]);
}

/** Find the account of a link that is still valid, or return null. */
export async function selectEmailVerification(
  db: Queryable,
  { token_hash, now }: VerificationKey,
): Promise<AccountToVerify | null> {
  const text = `
    select account.id, account.email, account.name, account.is_staff, account.password_hash
    from email_verifications link join accounts account on account.id = link.account_id
    where link.token_hash = $1 and link.expires_at > $2`;
  return (await db.maybeOne<AccountToVerify>(text, [token_hash, now])) ?? null;
}

/** Use up a link by deleting it. @returns false if the link was already used or has expired */
export async function deleteEmailVerification(
  tx: Queryable,
  { token_hash, now }: VerificationKey,
): Promise<boolean> {
  const text = "delete from email_verifications where token_hash = $1 and expires_at > $2";
  return (await tx.query(text, [token_hash, now])).rowCount > 0;
}

/** Delete all links of an account. */
export async function deleteEmailVerifications(tx: Queryable, accountId: number): Promise<void> {
  await tx.query("delete from email_verifications where account_id = $1", [accountId]);
}

/** Delete the links that have expired. @returns the number of deleted links */
export async function deleteExpiredEmailVerifications(db: Queryable, now: Date): Promise<number> {
  return (await db.query("delete from email_verifications where expires_at <= $1", [now])).rowCount;
}

/** Count the emails of one kind that were sent to an address after a given time. Emails about a store are not counted. */
export async function countAccountEmails(
  db: Queryable,
  { kind, recipient, since }: { kind: string; recipient: string; since: Date },
): Promise<number> {
  const text = `select count(*) as count from mails
    where store_id is null and lower(recipient) = lower($1) and kind = $2 and created_at > $3`;
  return (await db.one<{ count: number }>(text, [recipient, kind, since])).count;
}
