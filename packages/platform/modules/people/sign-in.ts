import { type BodyOf, type operations, refuse } from "@souk/contract";
import type { Database } from "@souk/database";
import { selectAccountByEmail } from "./account-store.ts";
import type { Arrival, PeopleWiring } from "./people-wiring.ts";
import type { Audience } from "./session-rules.ts";
import { startSession } from "./sessions.ts";

export interface SignIn {
  input: BodyOf<typeof operations.adminSignIn>;
  audience: Audience;
  /** The session this browser had before; it ends. */
  replaces: Buffer | null;
}

/**
 * Signs an account in with a session of its own.
 *
 * An unknown address costs one comparison like a known one, so that the time taken says nothing (P34).
 *
 * @throws Refusal `sign_in_failed`, the same for an unknown address and a wrong password; `unavailable` when too many
 * sign in at once
 */
export async function signIn(
  database: Database,
  { input, audience, replaces }: SignIn,
  wiring: PeopleWiring,
): Promise<Arrival> {
  const found = await selectAccountByEmail(database, input.email.trim());
  const matches = await wiring.passwords.matches(input.password, found?.password_hash ?? null);
  if (found === null || !matches) refuse("sign_in_failed");
  const { id, email, name, is_staff } = found;
  const now = new Date(wiring.clock.now());
  return database.transaction(async (tx) => {
    const session = await startSession(tx, { account_id: id, audience, now, replaces }, wiring.random);
    return { account: { id, email, name, is_staff }, ...session };
  });
}
