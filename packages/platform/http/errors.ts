import { ApiError, type ErrorCode, errors } from "@souk/contract";
import { DatabaseUnavailable, getErrorCode } from "@souk/database";

/** An error as it is sent: status, body, and headers. */
export interface ErrorAnswer {
  status: number;
  code: ErrorCode;
  text: string;
  headers: Record<string, string>;
}

function formatErrorBody(apiError: ApiError, requestId: string): string {
  const { required_scope, current } = apiError.details;
  const { fields } = apiError;
  return JSON.stringify({
    error: {
      code: apiError.code,
      message: apiError.message,
      request_id: requestId,
      ...(fields.length > 0 ? { fields } : {}),
      ...(required_scope ? { required_scope } : {}),
      ...(current === undefined ? {} : { current }),
    },
  });
}

/**
 * Errors of the HTTP layers below, and two that PostgreSQL resolves by failing one of the conflicting
 * transactions.
 */
const knownCodes: Readonly<Record<string, ErrorCode>> = {
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

const retryAfterSeconds = 2;

/** Error codes of this machine's disk: it is full, or takes no writes. */
const diskCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/**
 * Return whether the operator of the server must act on this error, though the client is only asked to retry.
 */
export function isDiskError(error: unknown): boolean {
  return diskCodes.has(getErrorCode(error) ?? "");
}

/** Return the code of a lower layer's client error: a path that is not served, else an unreadable request. */
function getClientErrorCode(error: unknown): ErrorCode | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status !== "number" || status < 400 || status > 499) return undefined;
  return status === 403 || status === 404 ? "not_found" : "malformed_request";
}

/**
 * Convert an error to an ApiError. One that is not in the catalog is a bug: the caller logs it in full, the
 * client sees a bare 500.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const isUnavailable = error instanceof DatabaseUnavailable || isDiskError(error);
  const known = isUnavailable ? "unavailable" : knownCodes[getErrorCode(error) ?? ""];
  const code = known ?? getClientErrorCode(error) ?? "internal";
  return new ApiError(code, code === "unavailable" ? { retry_after_s: retryAfterSeconds } : {});
}

/** Build the response of an error in the one error shape (docs/spec/decided.md#errors). */
export function errorAnswer(apiError: ApiError, requestId: string): ErrorAnswer {
  const retry = apiError.details.retry_after_s;
  return {
    status: errors[apiError.code].status,
    code: apiError.code,
    text: formatErrorBody(apiError, requestId),
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": requestId,
      ...(retry === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retry))) }),
    },
  };
}
