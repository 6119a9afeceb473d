import { throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";

/** A person who can sign in, without the password hash. */
export interface Account {
  id: number;
  email: string;
  name: string;
  is_staff: boolean;
}

/** An account to insert. */
export interface NewAccount {
  email: string;
  name: string;
  password_hash: string;
  is_staff: boolean;
}

/**
 * Insert an account.
 * @throws ApiError `invalid` for `email` if an account has this email, regardless of case
 */
export async function insertAccount(db: Queryable, account: NewAccount): Promise<Account> {
  const text = `
    insert into accounts (email, name, password_hash, is_staff) values ($1, $2, $3, $4)
    on conflict (lower(email)) do nothing
    returning id, email, name, is_staff`;
  const { email, name, password_hash, is_staff } = account;
  const row = await db.maybeOne<Account>(text, [email, name, password_hash, is_staff]);
  return (
    row ??
    throwFieldError(
      "email",
      "not_unique",
      { resource: "account" },
      "This email already has an account. Sign in instead.",
    )
  );
}

/** Find the account with this email address, regardless of case, with its password hash, or return null if it does not exist. */
export async function selectAccountByEmail(
  db: Queryable,
  email: string,
): Promise<(Account & { password_hash: string }) | null> {
  const text = "select id, email, name, is_staff, password_hash from accounts where lower(email) = lower($1)";
  const row = await db.maybeOne<Account & { password_hash: string }>(text, [email]);
  return row ?? null;
}

/** Return an account. */
export async function selectAccountById(db: Queryable, accountId: number): Promise<Account> {
  return db.one<Account>("select id, email, name, is_staff from accounts where id = $1", [accountId]);
}

/** Return the password hash of an account. */
export async function selectPasswordHash(db: Queryable, accountId: number): Promise<string> {
  const text = "select password_hash from accounts where id = $1";
  return (await db.one<{ password_hash: string }>(text, [accountId])).password_hash;
}

/** Set the password hash of an account. */
export async function updatePasswordHash(
  db: Queryable,
  accountId: number,
  passwordHash: string,
): Promise<void> {
  const text = "update accounts set password_hash = $2, updated_at = clock_timestamp() where id = $1";
  await db.query(text, [accountId, passwordHash]);
}

/** Return whether the platform has a staff account yet. */
export async function hasStaff(db: Queryable): Promise<boolean> {
  const row = await db.one<{ has_staff: boolean }>(
    "select exists (select from accounts where is_staff) as has_staff",
  );
  return row.has_staff;
}
