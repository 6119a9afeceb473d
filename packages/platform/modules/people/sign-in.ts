import { ApiError, type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import { recordSecurityEvent } from "../security/index.ts";
import {
  type Account,
  lockAndComparePasswordHash,
  type StoredAccount,
  selectAccountByEmail,
} from "./account-store.ts";
import { findKnownDevice } from "./device-store.ts";
import { hasFactor } from "./factors/factor-list.ts";
import { type CodeResult, type RejectedCode, throwCodeError, verifyCode } from "./factors/verify-code.ts";
import { compareWithAttemptLimit } from "./password-attempts.ts";
import { buildNewDeviceEmail } from "./password-emails.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";
import { startSession } from "./sessions.ts";

/** The session to start when a person has proved who they are. */
export interface NewSession {
  audience: Audience;
  /** The hash of the browser's former session, which is ended. */
  formerSession: Buffer | null;
  device: Device;
}

/** A request to sign in. */
export interface SignIn extends NewSession {
  input: OperationBody<typeof operations.adminSignIn>;
}

/** An account whose password was entered correctly. */
export interface CheckedAccount extends Account {
  /** The hash with which the password was compared. */
  password_hash: string;
}

/**
 * Check an email and a password, and return their account.
 *
 * For an unknown email, the password is compared with a dummy hash, so that the response time does not reveal whether the account
 * exists (P34).
 *
 * @throws ApiError `sign_in_failed` for an unknown email and for a wrong password; `rate_limited` after too many wrong passwords;
 *   in production `email_not_verified` before the email address is verified; `unavailable` if too many people sign in at once
 */
export async function checkPassword(
  database: Database,
  request: { input: Pick<SignIn["input"], "email" | "password">; audience: Audience; device: Device },
  deps: PeopleDeps,
): Promise<CheckedAccount> {
  const { input, audience, device } = request;
  const email = input.email.trim();
  const account = await selectAccountByEmail(database, email);
  const event = { account_id: account?.id ?? null, client: device, details: { audience } };
  const attempt = { password: input.password, device, account, email };
  const matches = await comparePassword(database, attempt, deps).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.code === "rate_limited")
      await recordSecurityEvent(database, { kind: "sign_in_blocked", ...event });
    throw error;
  });
  if (account === null || !matches) {
    await recordSecurityEvent(database, { kind: "sign_in_failed", ...event });
    return throwApiError("sign_in_failed");
  }
  // guard sign-in-verified: without it, verify-email.test.ts fails
  if (!account.is_email_verified && !deps.canSignInUnverified) throwApiError("email_not_verified");
  const { id, name, is_staff, password_hash } = account;
  return { id, email: account.email, name, is_staff, password_hash };
}

async function comparePassword(
  database: Database,
  attempt: { password: string; device: Device; account: StoredAccount | null; email: string },
  { passwords, attemptKey, clock }: PeopleDeps,
): Promise<boolean> {
  const { password, device, account, email } = attempt;
  // The statement also runs without an account, so that the response time does not reveal whether the account exists.
  const knownDevice = await findKnownDevice(database, account?.id ?? 0, device.device_id);
  const caller = { client_address: device.client_address, is_known_device: knownDevice !== null };
  return compareWithAttemptLimit(
    database,
    { email: account?.email ?? email, knownDevice },
    {
      compare: () => passwords.matches(password, account?.password_hash ?? null, caller),
      attemptKey,
      now: new Date(clock.now()),
    },
  );
}

/**
 * Assert that an account still has the password with which a sign-in was checked, and keep the password from changing until the
 * transaction ends. Otherwise a session could start with the old password just after the owner has set a new one.
 * @throws ApiError `sign_in_failed` if the password has changed
 */
export async function assertPasswordUnchanged(
  tx: Queryable,
  { id, password_hash }: CheckedAccount,
): Promise<void> {
  // guard sign-in-after-new-password: without it, password-races.test.ts fails
  if (!(await lockAndComparePasswordHash(tx, id, password_hash))) throwApiError("sign_in_failed");
}

/**
 * Start the session of an account whose owner has proved who they are. If the owner has never signed in on this device, they get an
 * email, unless it is their first device.
 */
export async function startAccountSession(
  tx: Queryable,
  { id, email, name, is_staff }: Account,
  { audience, formerSession, device }: NewSession,
  { clock, random, sendEmail, addresses }: PeopleDeps,
): Promise<SignInResult> {
  const now = new Date(clock.now());
  const session = await startSession(tx, { account_id: id, audience, now, formerSession, device }, random);
  const { is_additional_device } = session;
  await recordSecurityEvent(tx, {
    kind: "sign_in_succeeded",
    account_id: id,
    actor: { kind: "account", id: String(id) },
    client: device,
    details: { audience, is_new_device: is_additional_device },
  });
  if (is_additional_device)
    await sendEmail(tx, buildNewDeviceEmail({ email, device, signedInAt: now, audience }, addresses));
  return { account: { id, email, name, is_staff }, ...session };
}

/**
 * Record that somebody entered the right password of an account and was asked for a code. The event can show the owner that the
 * password was stolen.
 */
export async function recordCodeRequest(
  db: Queryable,
  { id: account_id }: Pick<CheckedAccount, "id">,
  { audience, device }: Pick<NewSession, "audience" | "device">,
): Promise<void> {
  await recordSecurityEvent(db, {
    kind: "code_requested",
    account_id,
    client: device,
    details: { audience },
  });
}

/**
 * Sign in with an email and a password, and a code if the account has an authenticator app or a passkey, and start a session.
 * @throws ApiError the errors of `checkPassword`; `code_required` if a code is missing; `invalid` for a wrong `code`; `rate_limited`
 *   after too many wrong codes
 */
export async function signIn(
  database: Database,
  { input, ...session }: SignIn,
  deps: PeopleDeps,
): Promise<SignInResult> {
  const { audience, device } = session;
  const account = await checkPassword(database, { input, audience, device }, deps);
  const { code } = input;
  // guard code-after-password: with `false` instead of `await hasFactor(database, account.id)`, factors.test.ts fails
  const needsCode = await hasFactor(database, account.id);
  if (needsCode && code === undefined) {
    await recordCodeRequest(database, account, session);
    throwApiError("code_required");
  }
  const result = await database.transaction(async (tx): Promise<SignInResult | RejectedCode> => {
    await assertPasswordUnchanged(tx, account);
    const codeResult: CodeResult = needsCode
      ? await verifyCode(tx, account, { code: code ?? "", client: device }, deps)
      : { ok: true };
    return codeResult.ok ? startAccountSession(tx, account, session, deps) : codeResult;
  });
  return "account" in result ? result : throwCodeError(result);
}
