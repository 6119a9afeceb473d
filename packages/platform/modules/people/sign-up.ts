import { type BodyOf, type operations, Refusal, refuse } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { OwnStore, StoreOrder } from "../stores/index.ts";
import { type Account, insertAccount } from "./account-store.ts";
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
 * Creates an account and signs it in; on the partners' origin it also becomes the owner of a new partner, on the admin's the
 * owner of the shop that is asked for. All of it is made or nothing.
 *
 * @throws Refusal `invalid` naming `email` when the address has an account, and what is wrong with the shop below `store`;
 *   `unavailable` when too many sign in at once
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
    const store =
      input.store && audience === "admin"
        ? { store: await firstStore(tx, account, wiring, input.store) }
        : {};
    const now = new Date(wiring.clock.now());
    const session = await startSession(tx, { account_id, audience, now, replaces }, wiring.random);
    return { account, ...session, ...store };
  });
}

async function firstStore(
  tx: Queryable,
  { id: account_id, email }: Account,
  { createStore }: PeopleWiring,
  input: StoreOrder["input"],
): Promise<OwnStore> {
  try {
    return await createStore(tx, { owner: { account_id, email }, input });
  } catch (error) {
    // The account has a name of its own.
    if (!(error instanceof Refusal) || !error.details.fields) throw error;
    const fields = error.details.fields.map(({ path, message }) => ({ path: `store.${path}`, message }));
    return refuse(error.code, { ...error.details, fields });
  }
}
