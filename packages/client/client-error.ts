import type { ErrorCode, FieldError } from "@souk/contract";

/** Error thrown for an error response of the platform, and for a response that cannot be read. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "unreadable";
  readonly request_id: string | null;
  readonly fields: readonly FieldError[];
  readonly required_scope: string | null;
  /** The right that the signed-in person lacks; null for other errors. */
  readonly required_right: string | null;
  /** Seconds to wait before retrying, from the Retry-After header; null without the header. */
  readonly retry_after_s: number | null;

  constructor(status: number, body: unknown, headers: Headers) {
    const error = readError(body);
    super(error?.message ?? `The platform responded with ${status} and no readable error.`);
    this.name = "ApiError";
    this.status = status;
    this.code = error?.code ?? "unreadable";
    this.request_id = error?.request_id ?? headers.get("x-request-id");
    this.fields = error?.fields ?? [];
    this.required_scope = error?.required_scope ?? null;
    this.required_right = error?.required_right ?? null;
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    this.retry_after_s = Number.isFinite(seconds) ? seconds : null;
  }
}

/** Error thrown if there was no complete response: the platform could not be reached, or the connection broke. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("The platform did not respond.", { cause });
    this.name = "NetworkError";
  }
}

interface ErrorBody {
  code: ErrorCode;
  message: string;
  request_id: string;
  fields?: FieldError[];
  required_scope?: string;
  required_right?: string;
}

function readError(body: unknown): ErrorBody | null {
  const error = (body as { error?: ErrorBody } | null)?.error;
  return typeof error?.code === "string" && typeof error.message === "string" ? error : null;
}
