import { type OperationResponse, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { SessionResponse } from "../../infrastructure/routing/response.ts";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { type Account, insertAccount } from "./account-store.ts";
import type { AccountInput } from "./create-account.ts";
import { removeFactorsForOperator } from "./factors/change-factors.ts";
import { getDevice } from "./get-device.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import { setPassword } from "./set-password.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";
import { verificationHours } from "./verify-email.ts";

type SessionBody = OperationResponse<typeof operations.adminSignIn>;

function toSessionResponse(result: SignInResult): SessionResponse<SessionBody> {
  const { account, csrf_token, session_id, expires_at, device_id } = result;
  const session = { account, csrf_token, expires_at: expires_at.toISOString() };
  return new SessionResponse({ session }, { kind: "start", session_id, expires_at, device_id });
}

function toSessionBody(signedIn: SignedIn): SessionBody {
  const { account_id, email, name, is_staff, csrf_token, expires_at } = signedIn;
  const account = { id: account_id, email, name, is_staff };
  return { session: { account, csrf_token, expires_at: expires_at.toISOString() } };
}

const operationsByAudience = {
  admin: {
    signUp: operations.adminSignUp,
    signIn: operations.adminSignIn,
    session: operations.adminSessionInfo,
    signOut: operations.adminSignOut,
  },
  partners: {
    signUp: operations.partnerSignUp,
    signIn: operations.partnerSignIn,
    session: operations.partnerSessionInfo,
    signOut: operations.partnerSignOut,
  },
} as const;

function buildRoutes(audience: Audience, deps: PeopleDeps): Route[] {
  const audienceOperations = operationsByAudience[audience];
  // Signing up and signing in are `read` routes, because they hash the password before they open a transaction.
  return [
    read(audienceOperations.signUp, async (database, call) => {
      const { body, signed_in } = call;
      const formerSession = signed_in?.session_hash ?? null;
      const device = getDevice(call);
      const result = await signUp(database, { input: body, audience, formerSession, device }, deps);
      const email_verification = { email: body.email, valid_for_hours: verificationHours };
      if (result === null) return { email_verification };
      const { body: sessionBody, change } = toSessionResponse(result);
      return new SessionResponse({ ...sessionBody, email_verification }, change);
    }),
    read(audienceOperations.signIn, async (database, call) => {
      const { body, signed_in } = call;
      const formerSession = signed_in?.session_hash ?? null;
      const device = getDevice(call);
      return toSessionResponse(
        await signIn(database, { input: body, audience, formerSession, device }, deps),
      );
    }),
    read(audienceOperations.session, async (_database, { signed_in }) => toSessionBody(signed_in)),
    write(audienceOperations.signOut, async (tx, { signed_in }) => {
      await signOut(tx, signed_in);
      return new SessionResponse({}, { kind: "end" });
    }),
  ];
}

/** Create an account at the operator's request, and record a security event. The account's email address counts as verified. */
async function createRecordedAccount(
  database: Database,
  input: AccountInput,
  { passwords }: PeopleDeps,
): Promise<Account> {
  const { email, password, name = "", is_staff } = input;
  // The password is hashed before the transaction, so that no database connection waits for it.
  const password_hash = await passwords.hashChosen(password, [email, name]);
  const person = { email, name: name.trim(), password_hash, is_staff, is_email_verified: true };
  return database.transaction(async (tx) => {
    const account = await insertAccount(tx, person);
    await recordSecurityEvent(tx, { kind: "account_created", account_id: account.id, details: { is_staff } });
    return account;
  });
}

/** Create the routes of accounts and sessions, on the admin's and the partners' origin. */
export function createPeopleRoutes(deps: PeopleDeps): Route[] {
  return [
    ...buildRoutes("admin", deps),
    ...buildRoutes("partners", deps),
    read(operations.createAccountByOperator, async (database, { body }) => ({
      account: await createRecordedAccount(database, { ...body, is_staff: false }, deps),
    })),
    read(operations.setPasswordByOperator, async (database, { body }) => ({
      account: await setPassword(database, body, deps),
    })),
    write(operations.removeFactorsByOperator, async (tx, { body }) => ({
      account: await removeFactorsForOperator(tx, body, deps),
    })),
    read(operations.createStaff, async (database, { body }) => ({
      account: await createRecordedAccount(database, { ...body, is_staff: true }, deps),
    })),
  ];
}
