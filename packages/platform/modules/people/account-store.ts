import { throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";

/** The account of a person who can sign in, without its password hash. */
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
  /** Whether the email address counts as verified. */
  is_email_verified: boolean;
}

/**
 * Insert an account, unless another account has its email already, regardless of case.
 * @returns null if an account has this email
 */
export async function insertAccountIfAbsent(db: Queryable, account: NewAccount): Promise<Account | null> {
  const text = `
    insert into accounts (email, name, password_hash, is_staff, email_verified_at)
    values ($1, $2, $3, $4, case when $5 then clock_timestamp() end)
    on conflict (lower(email)) do nothing
    returning id, email, name, is_staff`;
  const { email, name, password_hash, is_staff, is_email_verified } = account;
  const values = [email, name, password_hash, is_staff, is_email_verified];
  return (await db.maybeOne<Account>(text, values)) ?? null;
}

/**
 * Insert an account.
 * @throws ApiError `invalid` for `email` if an account has this email, regardless of case
 */
export async function insertAccount(db: Queryable, account: NewAccount): Promise<Account> {
  return (
    (await insertAccountIfAbsent(db, account)) ??
    throwFieldError(
      "email",
      "not_unique",
      { resource: "account" },
      "This email already has an account. Sign in instead.",
    )
  );
}

/** An account with its password hash, and whether its email address is verified. */
export interface StoredAccount extends Account {
  password_hash: string;
  is_email_verified: boolean;
}

/** Find the account with this email address, regardless of case, or return null if it does not exist. */
export async function selectAccountByEmail(db: Queryable, email: string): Promise<StoredAccount | null> {
  const text = `select id, email, name, is_staff, password_hash, email_verified_at is not null as is_email_verified
    from accounts where lower(email) = lower($1)`;
  return (await db.maybeOne<StoredAccount>(text, [email])) ?? null;
}

/** List the texts from which an account's password must not be made: the account's name and email, and its stores' names and handles. */
export async function selectGuessableNames(db: Queryable, accountId: number): Promise<string[]> {
  const text = `
    select email as name from accounts where id = $1
    union all select name from accounts where id = $1
    union all (
      select unnest(array[store.name, store.handle]) from memberships m join stores store on store.id = m.store_id
      where m.account_id = $1 order by store.id limit 20)`;
  return (await db.many<{ name: string }>(text, [accountId])).map(({ name }) => name);
}

/** Record that the email address of an account is verified. @returns false if it was verified already */
export async function setEmailVerified(db: Queryable, accountId: number, now: Date): Promise<boolean> {
  const text = `update accounts set email_verified_at = $2, updated_at = clock_timestamp()
    where id = $1 and email_verified_at is null`;
  return (await db.query(text, [accountId, now])).rowCount > 0;
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

/** Return whether an account has this password hash. If it has, lock the account, so that the hash cannot change before the commit. */
export async function lockAndComparePasswordHash(
  tx: Queryable,
  accountId: number,
  passwordHash: string,
): Promise<boolean> {
  // `for share` conflicts with a change of any column, so a concurrent change of the password has to wait.
  const text = "select id from accounts where id = $1 and password_hash = $2 for share";
  return (await tx.maybeOne(text, [accountId, passwordHash])) !== undefined;
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
