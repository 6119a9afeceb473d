import type { Queryable } from "@souk/database";
import { type Account, insertAccount } from "./account-store.ts";
import type { Passwords } from "./passwords.ts";

/** The input of a new account. */
export interface AccountOrder {
  email: string;
  password: string;
  name?: string;
  /** Whether it belongs to the platform's own staff. */
  is_staff: boolean;
}

/**
 * Create an account without signing it in: for staff, and for the demo.
 *
 * @throws ApiError `invalid` naming `email` when the address has an account
 */
export async function createAccount(
  db: Queryable,
  order: AccountOrder,
  passwords: Passwords,
): Promise<Account> {
  const { email, password, name = "", is_staff } = order;
  const password_hash = await passwords.hash(password);
  return insertAccount(db, { email, name: name.trim(), password_hash, is_staff });
}
