import { Type } from "typebox";
import { defineOperation, type Surface } from "../operation.ts";
import { emptyObject, noParams } from "../schemas/common.ts";
import { operatorAccountCreate, session, signIn, signUp, signUpResult } from "../schemas/people.ts";

const signInErrors = [
  "sign_in_failed",
  "email_not_verified",
  "code_required",
  "invalid",
  "csrf_failed",
  "rate_limited",
] as const;

/** Create the sign-up, sign-in, session and sign-out operations of one origin. Each origin has its own sessions. */
function createSessionOperations<S extends Surface, P extends string>(surface: S, prefix: P) {
  const sessionOperation = {
    surface,
    scopes: [],
    rights: [],
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
      body: signUp,
      wrapper: "account",
      response: signUpResult,
      errors: ["sign_up_closed", "invalid", "csrf_failed", "rate_limited"],
      returnsSecret: true,
      throttle: "emails",
      summary: "Create an account",
      description: "Sends an email with a link that verifies the address, valid for 24 hours.",
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
      errors: signInErrors,
      returnsSecret: true,
      throttle: "passwords",
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
      allowsMissingFactor: true,
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
      allowsMissingFactor: true,
      summary: "Sign out",
    }),
  };
}

export const adminSession = createSessionOperations("admin_console", "admin");
export const partnerSession = createSessionOperations("partner_console", "partner");

const operatorOperation = {
  surface: "admin_console",
  auth: "operator",
  scopes: [],
  rights: [],
  method: "POST",
  params: noParams,
  query: {},
  definedBy: "souk",
  clauses: [],
} as const;

const accountCreationOperation = {
  ...operatorOperation,
  body: operatorAccountCreate,
  response: Type.Object({ account: session.properties.account }),
  errors: ["operator_key_invalid", "invalid"],
} as const;

const rotationCreate = Type.Object({
  max_records: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description:
      "How many records this request encrypts again. With 0, the remaining records are only counted.",
  }),
});

const secretRotation = Type.Object({
  key_id: Type.String({ description: "Id of the new secret key, the first in `SOUK_SECRET_KEY`." }),
  rotated_count: Type.Integer({ description: "Records that this request has encrypted with the new key." }),
  remaining_count: Type.Integer({ description: "Records that are still encrypted with an older key." }),
  old_process_count: Type.Integer({
    description: "Running processes that encrypt with another key. Restart them with the new key first.",
  }),
  is_complete: Type.Boolean({
    description: "Whether the new key is the only key in use, so that older keys can be removed.",
  }),
});

/** The operation that encrypts records again with the new secret key, a limited number in each request. */
export const rotateSecretKeyByOperator = defineOperation({
  ...operatorOperation,
  id: "secret_key_rotations.create",
  path: "/operator/secret_key_rotations.json",
  body: rotationCreate,
  wrapper: "rotation",
  response: Type.Object({ rotation: secretRotation }),
  errors: ["operator_key_invalid", "invalid"],
  summary: "Encrypt records with the new secret key",
  description:
    "The request must be signed with the platform's secret key, as `npm run souk -- keys rotate` signs it. Repeat the " +
    "request until `is_complete` is `true`; you can stop and continue later.",
});

export const createAccountByOperator = defineOperation({
  ...accountCreationOperation,
  id: "accounts.create",
  path: "/operator/accounts.json",
  wrapper: "account",
  summary: "Create an account for a merchant or a partner",
  description:
    "The request must be signed with the platform's secret key, as `npm run souk -- account create` signs it. Works " +
    "whatever `SOUK_SIGN_UP` is.",
});

export const createStaff = defineOperation({
  ...accountCreationOperation,
  id: "staff.create",
  path: "/staff.json",
  wrapper: "staff",
  summary: "Create a platform staff account",
  description:
    "The request must be signed with the platform's secret key, as `npm run souk -- staff create` signs it.",
});

export const removeFactorsByOperator = defineOperation({
  ...operatorOperation,
  id: "accounts.remove_factors",
  path: "/operator/account_factors/remove.json",
  body: Type.Object({ email: signIn.properties.email }),
  wrapper: "account",
  response: Type.Object({ account: session.properties.account }),
  errors: ["operator_key_invalid", "invalid"],
  summary: "Remove the second factors of an account",
  description:
    "The request must be signed with the platform's secret key, as `npm run souk -- account remove-factors` signs it. " +
    "Removes the authenticator app, all passkeys and the recovery codes, ends all sessions of the account, and " +
    "notifies the account's owner by email.",
});

export const setPasswordByOperator = defineOperation({
  ...operatorOperation,
  id: "accounts.set_password",
  path: "/operator/account_passwords.json",
  body: Type.Object({ email: signIn.properties.email, password: signUp.properties.password }),
  wrapper: "account",
  response: Type.Object({ account: session.properties.account }),
  errors: ["operator_key_invalid", "invalid"],
  summary: "Set the password of an account",
  description:
    "The request must be signed with the platform's secret key, as `npm run souk -- account password` signs it. Ends all " +
    "sessions of the account, and notifies the account's owner by email.",
});
