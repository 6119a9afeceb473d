import { type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import { type Account, selectAccountByEmail } from "./account-store.ts";
import { hasFactor } from "./factors/factor-list.ts";
import { type CodeResult, type RejectedCode, throwCodeError, verifyCode } from "./factors/verify-code.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";
import { startSession } from "./sessions.ts";

/** The session to start when a person has proved who they are. */
export interface NewSession {
  audience: Audience;
  /** The hash of the browser's former session, which is ended. */
  replaces: Buffer | null;
  device: Device;
}

/** A request to sign in. */
interface SignIn extends NewSession {
  input: OperationBody<typeof operations.adminSignIn>;
}

/**
 * Return the account of an email and a password.
 *
 * For an unknown email, the password is compared with a dummy hash, so that the response time does not reveal whether the account
 * exists (P34).
 *
 * @throws ApiError `sign_in_failed` for an unknown email and for a wrong password; `unavailable` if too many people sign in at
 *   once
 */
export async function checkPassword(
  database: Database,
  input: Pick<SignIn["input"], "email" | "password">,
  { passwords }: Pick<PeopleDeps, "passwords">,
): Promise<Account> {
  const account = await selectAccountByEmail(database, input.email.trim());
  const matches = await passwords.matches(input.password, account?.password_hash ?? null);
  if (account === null || !matches) throwApiError("sign_in_failed");
  const { id, email, name, is_staff } = account;
  return { id, email, name, is_staff };
}

/** Start the session of an account whose person has proved who they are. */
export async function startAccountSession(
  tx: Queryable,
  account: Account,
  session: NewSession,
  { clock, random }: Pick<PeopleDeps, "clock" | "random">,
): Promise<SignInResult> {
  const now = new Date(clock.now());
  return { account, ...(await startSession(tx, { ...session, account_id: account.id, now }, random)) };
}

/**
 * Sign in with an email and a password, and a code if the account has an authenticator app or a passkey, and start a session.
 * @throws ApiError `sign_in_failed`; `code_required` if a code is missing; `invalid` for a wrong `code`; `rate_limited` after too many wrong
 *   codes; `unavailable` if too many people sign in at once
 */
export async function signIn(
  database: Database,
  { input, ...session }: SignIn,
  deps: PeopleDeps,
): Promise<SignInResult> {
  const account = await checkPassword(database, input, deps);
  const { code } = input;
  // guard: code-after-password replacing `await hasFactor(database, account.id)` with `false`: factors.test.ts
  const needsCode = await hasFactor(database, account.id);
  if (needsCode && code === undefined) throwApiError("code_required");
  const result = await database.transaction(async (tx): Promise<SignInResult | RejectedCode> => {
    const codeResult: CodeResult = needsCode ? await verifyCode(tx, account, code ?? "", deps) : { ok: true };
    return codeResult.ok ? startAccountSession(tx, account, session, deps) : codeResult;
  });
  return "account" in result ? result : throwCodeError(result);
}
