import { throwFieldError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import {
  type Account,
  selectAccountByEmail,
  selectPasswordHash,
  updatePasswordHash,
} from "./account-store.ts";
import { deletePendingSignIns } from "./factors/pending-sign-ins.ts";
import { buildPasswordChangedEmail } from "./password-emails.ts";
import { deletePasswordResets } from "./password-reset-store.ts";
import type { PeopleDeps } from "./people-deps.ts";
import { endAllSessions } from "./sessions.ts";

/** The account whose password is set. */
interface PasswordOwner {
  account_id: number;
  email: string;
}

/**
 * Set the password of an account, end its sessions and its links for a new password, and email its owner.
 * @param kept the hash of the session that goes on; null for none
 */
export async function storePassword(
  tx: Queryable,
  { account_id, email }: PasswordOwner,
  { password_hash, kept }: { password_hash: string; kept: Buffer | null },
  { clock, sendEmail }: Pick<PeopleDeps, "clock" | "sendEmail">,
): Promise<void> {
  await updatePasswordHash(tx, account_id, password_hash);
  await endAllSessions(tx, account_id, kept);
  await deletePasswordResets(tx, account_id);
  await deletePendingSignIns(tx, account_id);
  await sendEmail(tx, buildPasswordChangedEmail(email, new Date(clock.now())));
}

/**
 * Change the password of the signed-in person, and end all their other sessions.
 * @throws ApiError `invalid` for `current_password` if it is wrong, and for `password` if it is the same or too long
 */
export async function changePassword(
  database: Database,
  { account_id, email, session_hash }: SignedIn,
  { current_password, password }: { current_password: string; password: string },
  deps: PeopleDeps,
): Promise<void> {
  const storedHash = await selectPasswordHash(database, account_id);
  if (!(await deps.passwords.matches(current_password, storedHash)))
    throwFieldError("current_password", "not_allowed", {}, "This is not your current password.");
  if (password === current_password)
    throwFieldError("password", "not_allowed", {}, "Choose a password that differs from the current one.");
  const password_hash = await deps.passwords.hash(password);
  await database.transaction((tx) =>
    storePassword(tx, { account_id, email }, { password_hash, kept: session_hash }, deps),
  );
}

/**
 * Set the password of an account for the operator, and end all its sessions.
 * @throws ApiError `invalid` for `email` if there is no such account, and for `password` if it is too long
 */
export async function setPassword(
  database: Database,
  input: { email: string; password: string },
  deps: PeopleDeps,
): Promise<Account> {
  const found = await selectAccountByEmail(database, input.email.trim());
  if (found === null)
    throwFieldError("email", "not_found", { resource: "account" }, "No account has this email.");
  const { id, email, name, is_staff } = found;
  const password_hash = await deps.passwords.hash(input.password);
  await database.transaction((tx) =>
    storePassword(tx, { account_id: id, email }, { password_hash, kept: null }, deps),
  );
  return { id, email, name, is_staff };
}
