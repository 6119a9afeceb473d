import { type ErrorCode, errors } from "../errors.ts";
import { acceptsIdempotencyKey, type Operation } from "../operation.ts";

/** List the error codes that the request pipeline itself can return in place of an operation's response. */
function listPipelineErrorCodes(operation: Operation): ErrorCode[] {
  const { auth, surface, scopes, rights, params, body, upload, method } = operation;
  const isStoreApi = surface === "3.0" || surface === "4.0";
  const { properties = {} } = params as { properties?: object };
  // Every operation rejects a query string that is too long.
  const codes: ErrorCode[] = ["invalid", "rate_limited", "internal", "unavailable"];
  if (auth === "token") codes.push("token_missing", "token_invalid", "token_revoked", "app_disabled");
  if (scopes.length > 0) codes.push("scope_missing");
  if (surface === "store_console" && rights.length > 0) codes.push("right_missing");
  if (isStoreApi || surface === "store_console") codes.push("store_not_found");
  if (auth === "token" || (isStoreApi && auth === "anyone")) codes.push("store_suspended");
  if (surface === "store_console" && method !== "GET") codes.push("store_suspended");
  if (surface === "staff_console") codes.push("not_signed_in", "not_allowed");
  if (auth === "session" && !operation.allowsMissingFactor) codes.push("factor_required");
  if (operation.needsStepUp) codes.push("step_up_required");
  if (Object.keys(properties).length > 0) codes.push("not_found");
  if (body) codes.push("malformed_json");
  if (body || upload) codes.push("unsupported_media_type", "body_too_large");
  if (upload) codes.push("malformed_request", "request_timeout", "storage_full");
  // The first request with the same Idempotency-Key may still be running.
  if (acceptsIdempotencyKey(operation)) codes.push("conflict");
  return codes;
}

/** List every error code that an operation can return, including those of the pipeline, sorted by status. */
export function listErrorCodes(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...operation.errors, ...listPipelineErrorCodes(operation)]);
  return [...codes].sort((a, b) => errors[a].status - errors[b].status || a.localeCompare(b));
}
