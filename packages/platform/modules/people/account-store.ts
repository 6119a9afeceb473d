import { refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";

/** A person who can sign in, without what only sign-in needs. */
export interface Account {
  id: number;
  email: string;
  name: string;
  is_staff: boolean;
}

export interface NewAccount {
  email: string;
  name: string;
  password_hash: string;
  is_staff: boolean;
}

/**
 * Inserts an account.
 * @throws Refusal `invalid` naming `email` when the address, in any case of letters, has one
 */
export async function insertAccount(run: Queryable, account: NewAccount): Promise<Account> {
  const text = `
    insert into accounts (email, name, password_hash, is_staff) values ($1, $2, $3, $4)
    on conflict (lower(email)) do nothing
    returning id, email, name, is_staff`;
  const { email, name, password_hash, is_staff } = account;
  const { rows } = await run.query<Account>(text, [email, name, password_hash, is_staff]);
  return rows[0] ?? refuseField("email", "This e-mail address already has an account; sign in instead.");
}

/** The account of an e-mail address with its hash; null when there is none. */
export async function selectAccountByEmail(
  run: Queryable,
  email: string,
): Promise<(Account & { password_hash: string }) | null> {
  const text = "select id, email, name, is_staff, password_hash from accounts where lower(email) = lower($1)";
  const { rows } = await run.query<Account & { password_hash: string }>(text, [email]);
  return rows[0] ?? null;
}

/** Whether the platform has a staff account yet. */
export async function hasStaff(run: Queryable): Promise<boolean> {
  const { rows } = await run.query<{ found: boolean }>(
    "select exists (select from accounts where is_staff) as found",
  );
  return rows[0]?.found ?? false;
}
