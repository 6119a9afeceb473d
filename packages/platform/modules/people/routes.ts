import { type OperationResponse, operations } from "@souk/contract";
import { SessionAnswer } from "../../infrastructure/routing/answer.ts";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { createAccount } from "./create-account.ts";
import type { Arrival, PeopleDeps } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import { endSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

type SessionBody = OperationResponse<typeof operations.adminSignIn>;

function arrived(arrival: Arrival): SessionAnswer<OperationResponse<typeof operations.adminSignUp>> {
  const { account, csrf_token, session_id, expires_at, store } = arrival;
  const session = { account, csrf_token, expires_at: expires_at.toISOString() };
  return new SessionAnswer({ session, ...(store && { store }) }, { kind: "start", session_id, expires_at });
}

function toSessionBody(signedIn: SignedIn): SessionBody {
  const { account_id, email, name, is_staff, csrf_token, expires_at } = signedIn;
  const account = { id: account_id, email, name, is_staff };
  return { session: { account, csrf_token, expires_at: expires_at.toISOString() } };
}

// Signing up and in are not `write`: they hash first and open their transaction afterwards.
const origins = {
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
  const origin = origins[audience];
  return [
    read(origin.signUp, async (database, { body, signed_in }) => {
      const replaces = signed_in?.session_hash ?? null;
      return arrived(await signUp(database, { input: body, audience, replaces }, deps));
    }),
    read(origin.signIn, async (database, { body, signed_in }) => {
      const replaces = signed_in?.session_hash ?? null;
      return arrived(await signIn(database, { input: body, audience, replaces }, deps));
    }),
    read(origin.session, async (_database, { signed_in }) => toSessionBody(signed_in)),
    write(origin.signOut, async (tx, { signed_in }) => {
      await endSession(tx, signed_in.session_hash);
      return new SessionAnswer({}, { kind: "end" });
    }),
  ];
}

/** Create the console routes of accounts and sessions, on both origins. */
export function peopleRoutes(deps: PeopleDeps): Route[] {
  return [
    ...buildRoutes("admin", deps),
    ...buildRoutes("partners", deps),
    read(operations.createStaff, async (database, { body }) => ({
      account: await createAccount(database, { ...body, is_staff: true }, deps.passwords),
    })),
  ];
}
