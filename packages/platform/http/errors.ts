import { type ErrorCode, errors, Refusal } from "@souk/contract";
import { DatabaseUnavailable } from "@souk/database";

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

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_EMPTY_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed_request",
  FST_ERR_BAD_URL: "not_found",
  FST_ERR_MAX_PARAM_LENGTH: "not_found",
};

/** What is not in the catalogue is a bug: the caller logs it whole, the client sees a bare 500. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable) return new Refusal("unavailable", { retry_after_s: 2 });
  const code = (error as { code?: unknown } | null)?.code;
  const known = typeof code === "string" ? fastifyCodes[code] : undefined;
  return new Refusal(known ?? "internal");
}

/** The one error shape (gaps.md, "Errors"). */
export function errorAnswer(refusal: Refusal, requestId: string): ErrorAnswer {
  const retry = refusal.details.retry_after_s;
  return {
    status: errors[refusal.code].status,
    code: refusal.code,
    text: bodyOf(refusal, requestId),
    headers: retry === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retry))) },
  };
}
