import { throwFieldError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { recordSecurityEvent } from "../security/index.ts";
import {
  type Account,
  selectAccountByEmail,
  selectNames,
  selectPasswordHash,
  updatePasswordHash,
} from "./account-store.ts";
import { findKnownDevice, forgetDevices } from "./device-store.ts";
import { forgetAttempts, limitAttempts } from "./password-attempts.ts";
import { buildPasswordChangedEmail } from "./password-emails.ts";
import { deletePasswordResets } from "./password-reset-store.ts";
import type { PeopleDeps } from "./people-deps.ts";
import type { Device } from "./session-store.ts";
import { endAllSessions } from "./sessions.ts";

/** The account whose password is set. */
interface PasswordOwner {
  account_id: number;
  email: string;
}

/** The new password of an account, and what of the account goes on. */
interface StoredPassword {
  password_hash: string;
  /** The hash of the session that goes on; null for none. */
  keptSession: Buffer | null;
  /** The hash of the device that is still known; null for none. */
  keptDevice: Buffer | null;
}

/**
 * Set the password of an account, end its sessions and its links for a new password, forget its devices and the attempts of
 * strangers, and email its owner.
 */
export async function storePassword(
  tx: Queryable,
  { account_id, email }: PasswordOwner,
  { password_hash, keptSession, keptDevice }: StoredPassword,
  { clock, sendEmail, attemptKey }: Pick<PeopleDeps, "clock" | "sendEmail" | "attemptKey">,
): Promise<void> {
  await updatePasswordHash(tx, account_id, password_hash);
  await endAllSessions(tx, account_id, keptSession);
  await deletePasswordResets(tx, account_id);
  await forgetDevices(tx, account_id, keptDevice);
  await forgetAttempts(tx, email, attemptKey);
  await sendEmail(tx, buildPasswordChangedEmail(email, new Date(clock.now())));
}

/** A request of a signed-in person to change their password. */
export interface PasswordChange {
  signed_in: SignedIn;
  input: { current_password: string; password: string };
  device: Device;
}

/**
 * Change the password of the signed-in person, and end all their other sessions.
 * @throws ApiError `invalid` for `current_password` if it is wrong, and for `password` if it is the same, easy to guess or too long;
 *   `rate_limited` after too many wrong passwords
 */
export async function changePassword(
  database: Database,
  change: PasswordChange,
  deps: PeopleDeps,
): Promise<void> {
  const { signed_in, input, device } = change;
  const { account_id, email, session_hash } = signed_in;
  const keptDevice = await findKnownDevice(database, account_id, device.device_id);
  await assertCurrentPassword(database, { ...change, knownDevice: keptDevice }, deps);
  if (input.password === input.current_password)
    throwFieldError("password", "not_allowed", {}, "Choose a password that differs from the current one.");
  const names = await selectNames(database, account_id);
  const password_hash = await deps.passwords.hashChosen(input.password, names, device);
  await database.transaction(async (tx) => {
    const password = { password_hash, keptSession: session_hash, keptDevice };
    await storePassword(tx, { account_id, email }, password, deps);
    await recordSecurityEvent(tx, { kind: "password_changed", account_id });
  });
}

/** Assert that the signed-in person has entered their password, whose attempts are counted with those of signing in. */
async function assertCurrentPassword(
  database: Database,
  { signed_in, input, device, knownDevice }: PasswordChange & { knownDevice: Buffer | null },
  { passwords, attemptKey, clock }: PeopleDeps,
): Promise<void> {
  const { account_id, email } = signed_in;
  const storedHash = await selectPasswordHash(database, account_id);
  const caller = { client_address: device.client_address, is_known_device: knownDevice !== null };
  const matches = await limitAttempts(
    database,
    { email, knownDevice },
    {
      compare: () => passwords.matches(input.current_password, storedHash, caller),
      attemptKey,
      now: new Date(clock.now()),
    },
  );
  if (matches) return;
  const actor = { kind: "account", id: String(account_id) } as const;
  await recordSecurityEvent(database, { kind: "password_check_failed", account_id, actor, client: device });
  throwFieldError("current_password", "not_allowed", {}, "This is not your current password.");
}

/**
 * Set the password of an account for the operator, and end all its sessions.
 * @throws ApiError `invalid` for `email` if there is no such account, and for `password` if it is easy to guess or too long
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
  const password_hash = await deps.passwords.hashChosen(input.password, await selectNames(database, id));
  await database.transaction(async (tx) => {
    const password = { password_hash, keptSession: null, keptDevice: null };
    await storePassword(tx, { account_id: id, email }, password, deps);
    await recordSecurityEvent(tx, { kind: "password_changed", account_id: id });
  });
  return { id, email, name, is_staff };
}
