import type { ErrorCode, FieldError } from "@souk/contract";

/** Error response of the platform. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "unreadable";
  readonly request_id: string | null;
  readonly fields: readonly FieldError[];
  readonly required_scope: string | null;
  /** Seconds to wait before retrying, if the platform said so. */
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
    const wait = Number(headers.get("retry-after") ?? Number.NaN);
    this.retry_after_s = Number.isFinite(wait) ? wait : null;
  }
}

/** A call that got no response: the platform could not be reached, or the connection broke before the end. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("No response came from the platform.", { cause });
    this.name = "NetworkError";
  }
}

interface ErrorBody {
  code: ErrorCode;
  message: string;
  request_id: string;
  fields?: FieldError[];
  required_scope?: string;
}

function readError(body: unknown): ErrorBody | null {
  const error = (body as { error?: ErrorBody } | null)?.error;
  return typeof error?.code === "string" && typeof error.message === "string" ? error : null;
}
