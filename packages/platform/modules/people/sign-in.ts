import { type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { selectAccountByEmail } from "./account-store.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";
import { startSession } from "./sessions.ts";

/** A request to sign in. */
export interface SignIn {
  input: OperationBody<typeof operations.adminSignIn>;
  audience: Audience;
  /** The hash of the browser's former session, which is ended. */
  replaces: Buffer | null;
  device: Device;
}

/**
 * Sign in with an email and a password, and start a session.
 *
 * For an unknown email, the password is compared with a dummy hash, so that the response time does not reveal whether the account
 * exists (P34).
 *
 * @throws ApiError `sign_in_failed` for an unknown email and for a wrong password; in production `email_not_verified` before the email
 *   address is verified; `unavailable` if too many people sign in at
 *   once
 */
export async function signIn(
  database: Database,
  { input, audience, replaces, device }: SignIn,
  deps: PeopleDeps,
): Promise<SignInResult> {
  const account = await selectAccountByEmail(database, input.email.trim());
  const matches = await deps.passwords.matches(input.password, account?.password_hash ?? null);
  if (account === null || !matches) throwApiError("sign_in_failed");
  // guard: sign-in-verified: verify-email.test.ts
  if (!account.is_email_verified && !deps.canSignInUnverified) throwApiError("email_not_verified");
  const { id, email, name, is_staff } = account;
  const now = new Date(deps.clock.now());
  return database.transaction(async (tx) => {
    const session = await startSession(tx, { account_id: id, audience, now, replaces, device }, deps.random);
    return { account: { id, email, name, is_staff }, ...session };
  });
}
