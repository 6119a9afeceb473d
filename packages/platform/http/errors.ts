import { ApiError, type ErrorCode, errors } from "@souk/contract";
import { DatabaseUnavailable, getErrorCode } from "@souk/database";

/** The response to a failed request. */
export interface ErrorResponse {
  status: number;
  code: ErrorCode;
  text: string;
  headers: Record<string, string>;
}

function formatErrorBody(apiError: ApiError, requestId: string): string {
  const { required_scope, required_right, current } = apiError.details;
  const { fields } = apiError;
  return JSON.stringify({
    error: {
      code: apiError.code,
      message: apiError.message,
      request_id: requestId,
      ...(fields.length > 0 ? { fields } : {}),
      ...(required_scope ? { required_scope } : {}),
      ...(required_right ? { required_right } : {}),
      ...(current === undefined ? {} : { current }),
    },
  });
}

/**
 * The API codes for errors of Fastify and Node, and for the errors with which PostgreSQL ends one of several conflicting
 * transactions: serialization failures and deadlocks.
 */
const lowerLayerCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_BAD_URL: "not_found",
  FST_ERR_MAX_PARAM_LENGTH: "not_found",
  FST_STATIC_FORBIDDEN_PATH: "not_found",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
  "40001": "unavailable",
  "40P01": "unavailable",
};

/** When a client should retry a request that failed with `unavailable`. */
const retryAfterSeconds = 2;

/** Error codes of a full or read-only disk. */
const diskCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/**
 * Return whether this error means that a disk is full or read-only. The operator must fix the disk, although the client is only
 * asked to retry.
 */
export function isDiskError(error: unknown): boolean {
  return diskCodes.has(getErrorCode(error) ?? "");
}

/** Return the API code for an error of Fastify with a 4xx status, or undefined for any other error. */
function getClientErrorCode(error: unknown): ErrorCode | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status !== "number" || status < 400 || status > 499) return undefined;
  return status === 403 || status === 404 ? "not_found" : "malformed_request";
}

/**
 * Convert an error to an ApiError. An unknown error is a bug and becomes `internal`: the server logs it in full,
 * and the client gets only a 500.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const isUnavailable = error instanceof DatabaseUnavailable || isDiskError(error);
  const knownCode = isUnavailable ? "unavailable" : lowerLayerCodes[getErrorCode(error) ?? ""];
  const code = knownCode ?? getClientErrorCode(error) ?? "internal";
  return new ApiError(code, code === "unavailable" ? { retry_after_s: retryAfterSeconds } : {});
}

/** Build the response for an error, in the shape that all errors have (docs/spec/decided.md#errors). */
export function buildErrorResponse(apiError: ApiError, requestId: string): ErrorResponse {
  const retryAfter = apiError.details.retry_after_s;
  return {
    status: errors[apiError.code].status,
    code: apiError.code,
    text: formatErrorBody(apiError, requestId),
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": requestId,
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) }),
    },
  };
}
