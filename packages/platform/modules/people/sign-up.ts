import { ApiError, type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import { recordSecurityEvent } from "../security/index.ts";
import type { OwnStore, StoreCreation } from "../stores/index.ts";
import { type Account, insertAccount } from "./account-store.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";
import { startSession } from "./sessions.ts";

/** A request to sign up. */
export interface SignUp {
  input: OperationBody<typeof operations.adminSignUp>;
  audience: Audience;
  /** The hash of the browser's former session, which is ended. */
  replaces: Buffer | null;
  device: Device;
}

/**
 * Create an account and start a session. On the partners' origin, also create a partner that the account owns. On the admin's origin,
 * also create the requested store. If any of these cannot be created, nothing is created.
 *
 * @throws ApiError `sign_up_closed` unless everybody can sign up; `invalid` for `email` if an account has this email already, and for invalid
 *   fields of the store, as `store.<field>`;
 *   `unavailable` if too many people sign in at once
 */
export async function signUp(
  database: Database,
  { input, audience, replaces, device }: SignUp,
  deps: PeopleDeps,
): Promise<SignInResult> {
  // guard: sign-up-policy: sign-up-policy.test.ts unless sign-up is open, nobody can create an account
  if (deps.signUpPolicy !== "open") throwApiError("sign_up_closed");
  // The password is hashed before the transaction, so that no database connection waits for it.
  const password_hash = await deps.passwords.hash(input.password, device);
  const name = (input.name ?? "").trim();
  return database.transaction(async (tx) => {
    const account = await insertAccount(tx, { email: input.email, name, password_hash, is_staff: false });
    const account_id = account.id;
    // Merchants see a partner's name, so the account's email address must not be used as the name.
    if (audience === "partners") await deps.createPartner(tx, { account_id, name });
    const store =
      input.store && audience === "admin"
        ? { store: await createFirstStore(tx, account, deps, input.store) }
        : {};
    const now = new Date(deps.clock.now());
    const session = await startSession(tx, { account_id, audience, now, replaces, device }, deps.random);
    const actor = { kind: "account", id: String(account_id) } as const;
    const details = { audience };
    await recordSecurityEvent(tx, { kind: "account_created", account_id, actor, client: device, details });
    return { account, ...session, ...store };
  });
}

async function createFirstStore(
  tx: Queryable,
  { id: account_id, email }: Account,
  { createStore }: PeopleDeps,
  input: StoreCreation["input"],
): Promise<OwnStore> {
  try {
    return await createStore(tx, { owner: { account_id, email }, input });
  } catch (error) {
    // The fields get the prefix `store.`, because the account has a field `name` too.
    if (!(error instanceof ApiError) || !error.details.fields) throw error;
    const fields = error.details.fields.map((field) => ({ ...field, path: `store.${field.path}` }));
    return throwApiError(error.code, { ...error.details, fields });
  }
}
