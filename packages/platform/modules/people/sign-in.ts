import { type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { selectAccountByEmail } from "./account-store.ts";
import type { Arrival, PeopleDeps } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import { startSession } from "./sessions.ts";

export interface SignIn {
  input: OperationBody<typeof operations.adminSignIn>;
  audience: Audience;
  /** The hash of the browser's former session, which ends. */
  replaces: Buffer | null;
}

/**
 * Sign an account in with a new session.
 *
 * An unknown address costs one comparison like a known one, so that the time taken reveals nothing (P34).
 *
 * @throws ApiError `sign_in_failed`, for an unknown address as for a wrong password; `unavailable` when too
 *   many sign in at once
 */
export async function signIn(
  database: Database,
  { input, audience, replaces }: SignIn,
  deps: PeopleDeps,
): Promise<Arrival> {
  const found = await selectAccountByEmail(database, input.email.trim());
  const matches = await deps.passwords.matches(input.password, found?.password_hash ?? null);
  if (found === null || !matches) throwApiError("sign_in_failed");
  const { id, email, name, is_staff } = found;
  const now = new Date(deps.clock.now());
  return database.transaction(async (tx) => {
    const session = await startSession(tx, { account_id: id, audience, now, replaces }, deps.random);
    return { account: { id, email, name, is_staff }, ...session };
  });
}
