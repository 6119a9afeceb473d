import type { ErrorCode, FieldError } from "@souk/contract";

/** An error answer of the platform, in its one shape. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "unreadable";
  readonly request_id: string | null;
  readonly fields: readonly FieldError[];
  readonly required_scope: string | null;
  /** Seconds to wait before another try, where the platform said so. */
  readonly retry_after_s: number | null;

  constructor(status: number, body: unknown, headers: Headers) {
    const error = readError(body);
    super(error?.message ?? `The platform answered ${status} without a readable error.`);
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
