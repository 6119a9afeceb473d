import { ApiError, type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { OwnStore, StoreOrder } from "../stores/index.ts";
import { type Account, insertAccount } from "./account-store.ts";
import type { Arrival, PeopleDeps } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import { startSession } from "./sessions.ts";

export interface SignUp {
  input: OperationBody<typeof operations.adminSignUp>;
  audience: Audience;
  /** The hash of the browser's former session, which ends. */
  replaces: Buffer | null;
}

/**
 * Create an account and sign it in; on the partners' origin it also becomes the owner of a new partner, on
 * the admin's the owner of the requested store. Either all of it is created or nothing.
 *
 * @throws ApiError `invalid` naming `email` when the address has an account, and the errors of the store
 *   below `store`; `unavailable` when too many sign in at once
 */
export async function signUp(
  database: Database,
  { input, audience, replaces }: SignUp,
  deps: PeopleDeps,
): Promise<Arrival> {
  // Before the transaction: no connection waits for a hash.
  const password_hash = await deps.passwords.hash(input.password);
  const name = (input.name ?? "").trim();
  return database.transaction(async (tx) => {
    const account = await insertAccount(tx, { email: input.email, name, password_hash, is_staff: false });
    const account_id = account.id;
    // Merchants read a partner's name, so an address to sign in with never becomes one.
    if (audience === "partners") await deps.createPartner(tx, { account_id, name });
    const store =
      input.store && audience === "admin" ? { store: await firstStore(tx, account, deps, input.store) } : {};
    const now = new Date(deps.clock.now());
    const session = await startSession(tx, { account_id, audience, now, replaces }, deps.random);
    return { account, ...session, ...store };
  });
}

async function firstStore(
  tx: Queryable,
  { id: account_id, email }: Account,
  { createStore }: PeopleDeps,
  input: StoreOrder["input"],
): Promise<OwnStore> {
  try {
    return await createStore(tx, { owner: { account_id, email }, input });
  } catch (error) {
    // The account has a name of its own.
    if (!(error instanceof ApiError) || !error.details.fields) throw error;
    const fields = error.details.fields.map((field) => ({ ...field, path: `store.${field.path}` }));
    return throwApiError(error.code, { ...error.details, fields });
  }
}
