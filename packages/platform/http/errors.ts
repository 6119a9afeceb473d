import { type ErrorCode, errors, Refusal } from "@souk/contract";
import { DatabaseUnavailable, errorCode } from "@souk/database";

/** An error as it goes out: status, body, and headers. */
export interface ErrorAnswer {
  status: number;
  code: ErrorCode;
  text: string;
  headers: Record<string, string>;
}

function bodyOf(refusal: Refusal, requestId: string): string {
  const { fields, required_scope, current } = refusal.details;
  return JSON.stringify({
    error: {
      code: refusal.code,
      message: refusal.message,
      request_id: requestId,
      ...(fields ? { fields } : {}),
      ...(required_scope ? { required_scope } : {}),
      ...(current === undefined ? {} : { current }),
    },
  });
}

/** Errors of the HTTP layers below us, and two that PostgreSQL solves by failing one of those who met. */
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

/** Our own disk: it is full, or takes no writes. */
const diskCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Whether whoever runs the server has to do something about it, though the client is only asked to come again. */
export function isDiskFault(error: unknown): boolean {
  return diskCodes.has(errorCode(error) ?? "");
}

/** What a layer below says is the client's fault: a path that it will not serve, else an unreadable request. */
function clientFault(error: unknown): ErrorCode | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status !== "number" || status < 400 || status > 499) return undefined;
  return status === 403 || status === 404 ? "not_found" : "malformed_request";
}

/** What is not in the catalogue is a bug: the caller logs it whole, the client sees a bare 500. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const isAway = error instanceof DatabaseUnavailable || isDiskFault(error);
  const known = isAway ? "unavailable" : knownCodes[errorCode(error) ?? ""];
  const code = known ?? clientFault(error) ?? "internal";
  return new Refusal(code, code === "unavailable" ? { retry_after_s: retryAfterSeconds } : {});
}

/** The one error shape (gaps.md, "Errors"). */
export function errorAnswer(refusal: Refusal, requestId: string): ErrorAnswer {
  const retry = refusal.details.retry_after_s;
  return {
    status: errors[refusal.code].status,
    code: refusal.code,
    text: bodyOf(refusal, requestId),
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": requestId,
      ...(retry === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retry))) }),
    },
  };
}
