import { type TSchema, Type } from "typebox";
import { operation, type Surface } from "../operation.ts";
import { noParams, nothing } from "../schemas/common.ts";
import { merchantSignUp, ownStore, session, signIn, signUp, staffCreate } from "../schemas/people.ts";

/** Sign-up, sign-in and sign-out are the same on the admin's and the partners' origin, each with its own session. */
function sessionOperations<S extends Surface, P extends string, B extends TSchema, A extends TSchema>(
  surface: S,
  prefix: P,
  signingUp: { body: B; answer: A; summary: string },
) {
  const common = { surface, scopes: [], params: noParams, query: {}, badge: "decided", clauses: [] } as const;
  const answer = Type.Object({ session });
  return {
    signUp: operation({
      ...common,
      id: `${prefix}.sign_up`,
      caller: "anyone",
      method: "POST",
      path: "/accounts.json",
      ...signingUp,
      wrapper: "account",
      refusals: ["invalid", "csrf_failed", "rate_limited"],
      answersSecret: true,
      guarded: "people",
    }),
    signIn: operation({
      ...common,
      id: `${prefix}.sign_in`,
      caller: "anyone",
      method: "POST",
      path: "/session.json",
      body: signIn,
      wrapper: "session",
      answer,
      refusals: ["sign_in_failed", "invalid", "csrf_failed", "rate_limited"],
      answersSecret: true,
      guarded: "people",
      summary: "Sign in",
      description: "The session comes as an HttpOnly cookie; every later write also carries `X-CSRF-Token`.",
    }),
    session: operation({
      ...common,
      id: `${prefix}.session`,
      caller: "session",
      method: "GET",
      path: "/session.json",
      answer,
      refusals: ["not_signed_in"],
      answersSecret: true,
      summary: "Who is signed in",
    }),
    signOut: operation({
      ...common,
      id: `${prefix}.sign_out`,
      caller: "session",
      method: "DELETE",
      path: "/session.json",
      answer: nothing,
      refusals: ["not_signed_in", "csrf_failed"],
      summary: "Sign out",
    }),
  };
}

export const adminSession = sessionOperations("admin_console", "admin", {
  body: merchantSignUp,
  answer: Type.Object({ session, store: Type.Optional(ownStore) }),
  summary: "Create an account, with its first shop if one is named, and sign in",
});
export const partnerSession = sessionOperations("partner_console", "partner", {
  body: signUp,
  answer: Type.Object({ session }),
  summary: "Create an account and sign in",
});

export const createStaff = operation({
  id: "staff.create",
  surface: "admin_console",
  caller: "operator",
  scopes: [],
  method: "POST",
  path: "/staff.json",
  params: noParams,
  query: {},
  body: staffCreate,
  wrapper: "staff",
  answer: Type.Object({ account: session.properties.account }),
  refusals: ["operator_key_invalid", "invalid"],
  summary: "Create a platform staff account",
  description: "Signed with the platform's secret key; `npm run souk -- staff create` does it.",
  badge: "decided",
  clauses: [],
});
