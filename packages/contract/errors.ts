import type { FieldErrorCode } from "./field-error-codes.ts";
import { type FieldError, type FieldErrorDetails, fieldError, insertFieldPath } from "./field-errors.ts";

/**
 * Every error that the API returns, with its status. An error that is not in this catalog is a bug and is returned as
 * `internal`.
 * The wire shape is `{"error": {code, message, request_id, fields?, required_scope?, required_right?, current?}}`. Each entry of
 * `fields` is `{path, code, message, template?, params?}`.
 */
export const errors = {
  malformed_json: { status: 400, message: "The body is not valid JSON." },
  malformed_request: { status: 400, message: "The request could not be read." },
  redeem_timeout: { status: 400, message: "Redeem timeout" },
  code_already_redeemed: { status: 400, message: "Code was already redeemed" },
  client_not_granted: { status: 400, message: "Client ID and Secret not granted" },
  token_missing: { status: 401, message: "The header Service-Access-Token is missing." },
  token_invalid: { status: 401, message: "This access token is not valid for this store." },
  token_revoked: {
    status: 401,
    message: "This access token was revoked, because the app was uninstalled or the token was replaced.",
  },
  app_disabled: { status: 401, message: "The merchant has disabled this app." },
  not_signed_in: { status: 401, message: "Sign in first." },
  code_required: {
    status: 401,
    message: "Also send `code`: a code from your authenticator app, or a recovery code.",
  },
  sign_in_failed: { status: 401, message: "Wrong email or password." },
  operator_key_invalid: { status: 401, message: "The operator's signature is missing, invalid or expired." },
  scope_missing: { status: 403, message: "The token does not have the scope that this operation requires." },
  right_missing: {
    status: 403,
    message: "Your role in this store does not include the right that this operation requires.",
  },
  not_allowed: { status: 403, message: "You do not have permission to do this." },
  factor_required: {
    status: 403,
    message: "Platform staff must add an authenticator app or a passkey first, at /account/security.",
  },
  step_up_required: {
    status: 403,
    message: "First confirm at /account/verify that it's you. Each confirmation is valid for 15 minutes.",
  },
  sign_up_closed: {
    status: 403,
    message: "This platform does not accept new accounts. Ask its operator for an account.",
  },
  email_not_verified: {
    status: 403,
    message: "Verify your email address first: open the link in the email that was sent to you.",
  },
  store_suspended: { status: 403, message: "The platform has suspended this store." },
  partner_suspended: { status: 403, message: "The platform has suspended this partner." },
  csrf_failed: { status: 403, message: "The request did not come from a page of this platform." },
  not_found: { status: 404, message: "The record was not found." },
  store_not_found: { status: 404, message: "No store has this hostname." },
  method_not_allowed: { status: 405, message: "This URL does not support the method of the request." },
  request_timeout: { status: 408, message: "The request did not arrive in time." },
  conflict: { status: 409, message: "The current state of the record does not allow this request." },
  quota_exceeded: {
    status: 409,
    message: "The store, the account or the partner has reached one of its quotas.",
  },
  gone: { status: 410, message: "This part of the event log is no longer available." },
  body_too_large: { status: 413, message: "The body is larger than this operation accepts." },
  unsupported_media_type: { status: 415, message: "Send the body as application/json." },
  invalid: { status: 422, message: "The request is invalid." },
  rate_limited: { status: 429, message: "Too many requests. Wait for the number of seconds in Retry-After." },
  headers_too_large: { status: 431, message: "The URL and the headers are larger than 64 KB." },
  internal: { status: 500, message: "Something went wrong on our side." },
  unavailable: { status: 503, message: "The service is temporarily unavailable. Retry later." },
  storage_full: {
    status: 507,
    message: "The platform does not have enough free disk space for this file. Try again later.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** The optional details of an error. On a conflict, `current` is the record's current state. */
export interface ApiErrorDetails {
  message?: string;
  fields?: FieldError[];
  required_scope?: string;
  required_right?: string;
  current?: unknown;
  retry_after_s?: number;
}

/** Return the message in the details, or the catalog's message. For `invalid`, add the message of the first field. */
function buildMessage(code: ErrorCode, { message, fields }: ApiErrorDetails): string {
  if (message !== undefined) return message;
  const [firstError] = code === "invalid" ? (fields ?? []) : [];
  return firstError === undefined
    ? errors[code].message
    : `The request is invalid: ${insertFieldPath(firstError).message}`;
}

/** An error of the catalog. Use cases throw it, and the pipeline encodes it. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(buildMessage(code, details));
    this.name = "ApiError";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errors[this.code].status;
  }

  /** The field errors as the response contains them: each message starts with the field's path instead of `{field}`. */
  get fields(): FieldError[] {
    return (this.details.fields ?? []).map(insertFieldPath);
  }
}

/** Throw an error of the catalog; the use case's transaction is rolled back. */
export function throwApiError(code: ErrorCode, details: ApiErrorDetails = {}): never {
  throw new ApiError(code, details);
}

/**
 * Throw 422 `invalid` for one named field (API-4).
 * @param details the params of the code and, if the code's default sentence is not enough, a sentence with `{field}`
 */
export function throwFieldError<C extends FieldErrorCode>(
  path: string,
  code: C,
  ...details: FieldErrorDetails<C>
): never {
  throw new ApiError("invalid", { fields: [fieldError(path, code, ...details)] });
}
