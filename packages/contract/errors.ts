/**
 * Every refusal Souk can answer, with its status. Anything that is not in this catalogue is a bug and shows as `internal`.
 * The wire shape is `{"error": {code, message, request_id, fields?, required_scope?}}`.
 */
export const errors = {
  malformed_json: { status: 400, message: "The body is not readable JSON." },
  malformed_request: { status: 400, message: "The request could not be read." },
  redeem_timeout: { status: 400, message: "Redeem timeout" },
  code_already_redeemed: { status: 400, message: "Code was already redeemed" },
  client_not_granted: { status: 400, message: "Client ID and Secret not granted" },
  token_missing: { status: 401, message: "The header Service-Access-Token is missing." },
  token_invalid: { status: 401, message: "This access token is not valid for this store." },
  token_revoked: { status: 401, message: "This access token was revoked: the app was uninstalled." },
  app_disabled: { status: 401, message: "The merchant has disabled this app." },
  not_signed_in: { status: 401, message: "Sign in first." },
  sign_in_failed: { status: 401, message: "The e-mail address or the password is wrong." },
  operator_key_invalid: { status: 401, message: "The operator's signature is missing, wrong or too old." },
  scope_missing: { status: 403, message: "The token lacks a scope that this operation needs." },
  not_allowed: { status: 403, message: "This account may not do that here." },
  store_suspended: { status: 403, message: "The platform has suspended this store." },
  partner_suspended: { status: 403, message: "The platform has suspended this partner." },
  csrf_failed: { status: 403, message: "The request did not come from one of our own pages." },
  not_found: { status: 404, message: "There is no such record." },
  store_not_found: { status: 404, message: "There is no store at this address." },
  method_not_allowed: { status: 405, message: "This address does not take that method." },
  request_timeout: { status: 408, message: "The request did not arrive in time." },
  conflict: { status: 409, message: "The record is not in a state that allows this." },
  gone: { status: 410, message: "That part of the log is no longer kept." },
  body_too_large: { status: 413, message: "The body is larger than this operation takes." },
  unsupported_media_type: { status: 415, message: "Send the body as application/json." },
  invalid: { status: 422, message: "Some fields are not right; nothing was changed." },
  rate_limited: { status: 429, message: "Too many requests; wait as long as Retry-After says." },
  headers_too_large: { status: 431, message: "The address and the headers are larger than 16 KB." },
  internal: { status: 500, message: "Something went wrong on our side." },
  unavailable: { status: 503, message: "The service is away for a moment; try again." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** One field that is wrong: its path in the body or its name in the query, and what it takes. */
export interface FieldError {
  path: string;
  message: string;
}

/** What a refusal may carry beside its code. `current` shows the record's present state on a conflict. */
export interface RefusalDetails {
  message?: string;
  fields?: FieldError[];
  required_scope?: string;
  current?: unknown;
  retry_after_s?: number;
}

/** A request that is answered with an error of the catalogue. Thrown by use cases, encoded by the pipeline. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? errors[code].message);
    this.name = "Refusal";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** Stops the use case with an error of the catalogue; its transaction is rolled back. */
export function refuse(code: ErrorCode, details: RefusalDetails = {}): never {
  throw new Refusal(code, details);
}

/** Stops with 422 `invalid` over one named field (API-4). */
export function refuseField(path: string, message: string): never {
  throw new Refusal("invalid", { fields: [{ path, message }] });
}
