import type { Queryable } from "@souk/database";
import { type Account, insertAccount } from "./account-store.ts";
import type { Passwords } from "./passwords.ts";

/** The input of a new account. */
export interface AccountInput {
  email: string;
  password: string;
  name?: string;
  /** Whether it is a staff account of the platform. */
  is_staff: boolean;
}

/**
 * Create an account without starting a session. Its email address counts as verified. The accounts of the demo are created like
 * this, including its staff account.
 *
 * @throws ApiError `invalid` for `email` if an account has this email already
 */
export async function createAccount(
  db: Queryable,
  input: AccountInput,
  passwords: Pick<Passwords, "hash">,
): Promise<Account> {
  const { email, password, name = "", is_staff } = input;
  const password_hash = await passwords.hash(password);
  return insertAccount(db, { email, name: name.trim(), password_hash, is_staff, is_email_verified: true });
}
