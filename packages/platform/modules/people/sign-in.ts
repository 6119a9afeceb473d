import { ApiError, type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { recordSecurityEvent } from "../security/index.ts";
import { selectAccountByEmail } from "./account-store.ts";
import { findKnownDevice } from "./device-store.ts";
import { limitAttempts } from "./password-attempts.ts";
import { buildNewDeviceEmail } from "./password-emails.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";
import { startSession } from "./sessions.ts";

type FoundAccount = NonNullable<Awaited<ReturnType<typeof selectAccountByEmail>>>;

/** A request to sign in. */
export interface SignIn {
  input: OperationBody<typeof operations.adminSignIn>;
  audience: Audience;
  /** The hash of the browser's former session, which is ended. */
  replaces: Buffer | null;
  device: Device;
}

/**
 * Sign in with an email and a password, and start a session. On a device on which the person has not signed in before, they get an
 * email, unless it is their first device.
 *
 * For an unknown email, the password is compared with a dummy hash, so that the response time does not reveal whether the account
 * exists (P34).
 *
 * @throws ApiError `sign_in_failed` for an unknown email and for a wrong password; `rate_limited` after too many wrong passwords;
 *   in production `email_not_verified` before the email address is verified; `unavailable` if too many people sign in at once
 */
export async function signIn(database: Database, request: SignIn, deps: PeopleDeps): Promise<SignInResult> {
  const { input, audience, device } = request;
  const email = input.email.trim();
  const account = await selectAccountByEmail(database, email);
  const details = { audience };
  const event = { account_id: account?.id ?? null, client: device, details };
  const matches = await comparePassword(database, { request, account, email }, deps).catch(
    async (error: unknown) => {
      if (error instanceof ApiError && error.code === "rate_limited")
        await recordSecurityEvent(database, { kind: "sign_in_blocked", ...event });
      throw error;
    },
  );
  if (account === null || !matches) {
    await recordSecurityEvent(database, { kind: "sign_in_failed", ...event });
    return throwApiError("sign_in_failed");
  }
  // guard: sign-in-verified: verify-email.test.ts
  if (!account.is_email_verified && !deps.canSignInUnverified) throwApiError("email_not_verified");
  return startSignedInSession(database, request, { account, deps });
}

async function comparePassword(
  database: Database,
  { request, account, email }: { request: SignIn; account: FoundAccount | null; email: string },
  { passwords, attemptKey, clock }: PeopleDeps,
): Promise<boolean> {
  const { input, device } = request;
  // Without an account the statement runs too, so that the response time does not reveal whether the account exists.
  const knownDevice = await findKnownDevice(database, account?.id ?? 0, device.device_id);
  const caller = { client_address: device.client_address, is_known_device: knownDevice !== null };
  return limitAttempts(
    database,
    { email: account?.email ?? email, knownDevice },
    {
      compare: () => passwords.matches(input.password, account?.password_hash ?? null, caller),
      attemptKey,
      now: new Date(clock.now()),
    },
  );
}

async function startSignedInSession(
  database: Database,
  { audience, replaces, device }: SignIn,
  { account, deps }: { account: FoundAccount; deps: PeopleDeps },
): Promise<SignInResult> {
  const { id, email, name, is_staff } = account;
  const now = new Date(deps.clock.now());
  return database.transaction(async (tx) => {
    const session = await startSession(tx, { account_id: id, audience, now, replaces, device }, deps.random);
    const { is_additional_device } = session;
    await recordSecurityEvent(tx, {
      kind: "sign_in_succeeded",
      account_id: id,
      actor: { kind: "account", id: String(id) },
      client: device,
      details: { audience, is_new_device: is_additional_device },
    });
    if (is_additional_device)
      await deps.sendEmail(
        tx,
        buildNewDeviceEmail({ email, device, signedInAt: now, audience }, deps.addresses),
      );
    return { account: { id, email, name, is_staff }, ...session };
  });
}
