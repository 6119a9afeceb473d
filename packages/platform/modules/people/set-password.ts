import { throwFieldError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { recordSecurityEvent } from "../security/index.ts";
import {
  type Account,
  lockAndComparePasswordHash,
  selectAccountByEmail,
  selectGuessableNames,
  selectPasswordHash,
  updatePasswordHash,
} from "./account-store.ts";
import { findKnownDevice, forgetDevices } from "./device-store.ts";
import { deletePendingSignIns } from "./factors/pending-sign-ins.ts";
import { compareWithAttemptLimit, forgetAttempts } from "./password-attempts.ts";
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

/** The new password of an account, and the session and the device that are kept. */
interface StoredPassword {
  password_hash: string;
  /** The hash of the session that is not ended; null for none. */
  keptSession: Buffer | null;
  /** The hash of the device that is still known; null for none. */
  keptDevice: Buffer | null;
}

/**
 * Set the password of an account, end its sessions and its password reset links, forget its devices and the wrong
 * passwords that strangers entered, and email its owner.
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
  await deletePendingSignIns(tx, account_id);
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
 * @throws ApiError `invalid` for `current_password` if it is wrong, and for `password` if it is the current one, easy to guess or too long;
 *   `rate_limited` after too many wrong passwords
 */
export async function changePassword(
  database: Database,
  change: PasswordChange,
  deps: PeopleDeps,
): Promise<void> {
  const { signed_in, input, device } = change;
  const { account_id, email, session_hash } = signed_in;
  const formerHash = await selectPasswordHash(database, account_id);
  const check = { signed_in, password: input.current_password, device, storedHash: formerHash };
  if (!(await verifyOwnPassword(database, check, deps))) rejectCurrentPassword();
  if (input.password === input.current_password)
    throwFieldError("password", "not_allowed", {}, "Choose a password that differs from the current one.");
  const names = await selectGuessableNames(database, account_id);
  const password_hash = await deps.passwords.hashChosen(input.password, names, device);
  await database.transaction(async (tx) => {
    // guard change-after-new-password: without it, password-races.test.ts fails
    if (!(await lockAndComparePasswordHash(tx, account_id, formerHash))) rejectCurrentPassword();
    const keptDevice = await findKnownDevice(tx, account_id, device.device_id);
    const password = { password_hash, keptSession: session_hash, keptDevice };
    await storePassword(tx, { account_id, email }, password, deps);
    await recordSecurityEvent(tx, { kind: "password_changed", account_id });
  });
}

function rejectCurrentPassword(): never {
  throwFieldError("current_password", "not_allowed", {}, "This is not your current password.");
}

/** A password that a signed-in person has entered, to be compared with the password of their account. */
interface OwnPassword {
  signed_in: SignedIn;
  password: string;
  device: Device;
  /** The hash of the account's password; loaded from the account if it is absent. */
  storedHash?: string;
}

/**
 * Return whether a signed-in person has entered their own password. The attempt is counted together with the attempts to sign in, and a
 * wrong password is recorded as a security event.
 * @throws ApiError `rate_limited` after too many wrong passwords; `unavailable` if too many people sign in at once
 */
export async function verifyOwnPassword(
  database: Database,
  { signed_in, password, device, storedHash }: OwnPassword,
  { passwords, attemptKey, clock }: PeopleDeps,
): Promise<boolean> {
  const { account_id, email } = signed_in;
  const hash = storedHash ?? (await selectPasswordHash(database, account_id));
  const knownDevice = await findKnownDevice(database, account_id, device.device_id);
  const caller = { client_address: device.client_address, is_known_device: knownDevice !== null };
  const matches = await compareWithAttemptLimit(
    database,
    { email, knownDevice },
    {
      compare: () => passwords.matches(password, hash, caller),
      attemptKey,
      now: new Date(clock.now()),
    },
  );
  if (matches) return true;
  const actor = { kind: "account", id: String(account_id) } as const;
  await recordSecurityEvent(database, { kind: "password_check_failed", account_id, actor, client: device });
  return false;
}

/**
 * Set the password of an account on behalf of the operator, and end all sessions of the account.
 * @throws ApiError `invalid` for `email` if no account has it, and for `password` if it is easy to guess or too long
 */
export async function setPassword(
  database: Database,
  input: { email: string; password: string },
  deps: PeopleDeps,
): Promise<Account> {
  const account = await selectAccountByEmail(database, input.email.trim());
  if (account === null)
    throwFieldError("email", "not_found", { resource: "account" }, "No account has this email.");
  const { id, email, name, is_staff } = account;
  const password_hash = await deps.passwords.hashChosen(
    input.password,
    await selectGuessableNames(database, id),
  );
  await database.transaction(async (tx) => {
    const password = { password_hash, keptSession: null, keptDevice: null };
    await storePassword(tx, { account_id: id, email }, password, deps);
    await recordSecurityEvent(tx, { kind: "password_changed", account_id: id });
  });
  return { id, email, name, is_staff };
}
