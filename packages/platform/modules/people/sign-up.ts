import type { BodyOf, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { insertAccount } from "./account-store.ts";
import type { Arrival, PeopleWiring } from "./people-wiring.ts";
import type { Audience } from "./session-rules.ts";
import { startSession } from "./sessions.ts";

export interface SignUp {
  input: BodyOf<typeof operations.adminSignUp>;
  audience: Audience;
  /** The session this browser had before; it ends. */
  replaces: Buffer | null;
}

/**
 * Creates an account and signs it in; on the partners' origin it also becomes the owner of a new partner.
 *
 * @throws Refusal `invalid` naming `email` when the address has an account, `unavailable` when too many sign in at once
 */
export async function signUp(
  database: Database,
  { input, audience, replaces }: SignUp,
  wiring: PeopleWiring,
): Promise<Arrival> {
  // Before the transaction: no connection waits for a hash.
  const password_hash = await wiring.passwords.hash(input.password);
  const name = (input.name ?? "").trim();
  return database.transaction(async (tx) => {
    const account = await insertAccount(tx, { email: input.email, name, password_hash, is_staff: false });
    const account_id = account.id;
    // Merchants read a partner's name, so an address to sign in with never becomes one.
    if (audience === "partners") await wiring.createPartner(tx, { account_id, name });
    const now = new Date(wiring.clock.now());
    const session = await startSession(tx, { account_id, audience, now, replaces }, wiring.random);
    return { account, ...session };
  });
}
