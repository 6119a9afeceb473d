import { type TSchema, Type } from "typebox";
import { defineOperation, type Surface } from "../operation.ts";
import { emptyObject, noParams } from "../schemas/common.ts";
import { merchantSignUp, ownStore, session, signIn, signUp, staffCreate } from "../schemas/people.ts";

/** Create the sign-up, sign-in, session and sign-out operations of one origin. Each origin has its own sessions. */
function createSessionOperations<S extends Surface, P extends string, B extends TSchema, A extends TSchema>(
  surface: S,
  prefix: P,
  signUpOperation: { body: B; response: A; summary: string },
) {
  const sessionOperation = {
    surface,
    scopes: [],
    params: noParams,
    query: {},
    definedBy: "souk",
    clauses: [],
  } as const;
  const response = Type.Object({ session });
  return {
    signUp: defineOperation({
      ...sessionOperation,
      id: `${prefix}.sign_up`,
      auth: "anyone",
      method: "POST",
      path: "/accounts.json",
      ...signUpOperation,
      wrapper: "account",
      errors: ["sign_up_closed", "invalid", "csrf_failed", "rate_limited"],
      returnsSecret: true,
      throttle: "people",
    }),
    signIn: defineOperation({
      ...sessionOperation,
      id: `${prefix}.sign_in`,
      auth: "anyone",
      method: "POST",
      path: "/session.json",
      body: signIn,
      wrapper: "session",
      response,
      errors: ["sign_in_failed", "invalid", "csrf_failed", "rate_limited"],
      returnsSecret: true,
      throttle: "people",
      summary: "Sign in",
      description: "Sets the session as an HttpOnly cookie. Every later write must also send `X-CSRF-Token`.",
    }),
    session: defineOperation({
      ...sessionOperation,
      id: `${prefix}.session`,
      auth: "session",
      method: "GET",
      path: "/session.json",
      response,
      errors: ["not_signed_in"],
      returnsSecret: true,
      summary: "Get the session",
    }),
    signOut: defineOperation({
      ...sessionOperation,
      id: `${prefix}.sign_out`,
      auth: "session",
      method: "DELETE",
      path: "/session.json",
      response: emptyObject,
      errors: ["not_signed_in", "csrf_failed"],
      summary: "Sign out",
    }),
  };
}

export const adminSession = createSessionOperations("admin_console", "admin", {
  body: merchantSignUp,
  response: Type.Object({ session, store: Type.Optional(ownStore) }),
  summary: "Create an account, optionally with its first store",
});
export const partnerSession = createSessionOperations("partner_console", "partner", {
  body: signUp,
  response: Type.Object({ session }),
  summary: "Create an account",
});

const operatorOperation = {
  surface: "admin_console",
  auth: "operator",
  scopes: [],
  method: "POST",
  params: noParams,
  query: {},
  body: staffCreate,
  response: Type.Object({ account: session.properties.account }),
  errors: ["operator_key_invalid", "invalid"],
  definedBy: "souk",
  clauses: [],
} as const;

export const createAccountByOperator = defineOperation({
  ...operatorOperation,
  id: "accounts.create",
  path: "/operator/accounts.json",
  wrapper: "account",
  summary: "Create an account for a merchant or a partner",
  description:
    "Signed with the platform's secret key, as `npm run souk -- account create` does. Works whatever `SOUK_SIGN_UP` is.",
});

export const createStaff = defineOperation({
  ...operatorOperation,
  id: "staff.create",
  path: "/staff.json",
  wrapper: "staff",
  summary: "Create a platform staff account",
  description: "Signed with the platform's secret key, as `npm run souk -- staff create` does.",
});
