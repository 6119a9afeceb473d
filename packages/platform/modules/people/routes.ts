import { type OperationResponse, operations } from "@souk/contract";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { SessionResponse } from "../../infrastructure/routing/response.ts";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { createAccount } from "./create-account.ts";
import { removeAllFactors } from "./factors/change-factors.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import { endSession } from "./sessions.ts";
import { setPassword } from "./set-password.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

type SessionBody = OperationResponse<typeof operations.adminSignIn>;

function toSessionResponse(
  result: SignInResult,
): SessionResponse<OperationResponse<typeof operations.adminSignUp>> {
  const { account, csrf_token, session_id, expires_at, store } = result;
  const session = { account, csrf_token, expires_at: expires_at.toISOString() };
  return new SessionResponse({ session, ...(store && { store }) }, { kind: "start", session_id, expires_at });
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
    read(audienceOperations.signUp, async (database, { body, signed_in, user_agent, client_address }) => {
      const device = { user_agent, client_address };
      const replaces = signed_in?.session_hash ?? null;
      return toSessionResponse(await signUp(database, { input: body, audience, replaces, device }, deps));
    }),
    read(audienceOperations.signIn, async (database, { body, signed_in, user_agent, client_address }) => {
      const device = { user_agent, client_address };
      const replaces = signed_in?.session_hash ?? null;
      return toSessionResponse(await signIn(database, { input: body, audience, replaces, device }, deps));
    }),
    read(audienceOperations.session, async (_database, { signed_in }) => toSessionBody(signed_in)),
    write(audienceOperations.signOut, async (tx, { signed_in }) => {
      await endSession(tx, signed_in.session_hash);
      return new SessionResponse({}, { kind: "end" });
    }),
  ];
}

/** Create the routes of accounts and sessions, on the admin's and the partners' origin. */
export function createPeopleRoutes(deps: PeopleDeps): Route[] {
  return [
    ...buildRoutes("admin", deps),
    ...buildRoutes("partners", deps),
    read(operations.createAccountByOperator, async (database, { body }) => ({
      account: await createAccount(database, { ...body, is_staff: false }, deps.passwords),
    })),
    read(operations.setPasswordByOperator, async (database, { body }) => ({
      account: await setPassword(database, body, deps),
    })),
    write(operations.removeFactorsByOperator, async (tx, { body }) => ({
      account: await removeAllFactors(tx, body, deps),
    })),
    read(operations.createStaff, async (database, { body }) => ({
      account: await createAccount(database, { ...body, is_staff: true }, deps.passwords),
    })),
  ];
}
