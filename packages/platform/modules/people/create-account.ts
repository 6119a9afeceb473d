import type { Queryable } from "@souk/database";
import { type Account, insertAccount } from "./account-store.ts";
import type { Passwords } from "./passwords.ts";

/** An account as it is asked for. */
export interface AccountOrder {
  email: string;
  password: string;
  name?: string;
  /** Of the platform's own staff. */
  is_staff: boolean;
}

/**
 * Creates an account without signing it in: staff, and the accounts of the demo.
 *
 * @throws Refusal `invalid` naming `email` when the address has an account
 */
export async function createAccount(
  run: Queryable,
  order: AccountOrder,
  passwords: Passwords,
): Promise<Account> {
  const { email, password, name = "", is_staff } = order;
  const password_hash = await passwords.hash(password);
  return insertAccount(run, { email, name: name.trim(), password_hash, is_staff });
}
