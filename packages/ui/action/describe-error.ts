import { ApiError, NetworkError } from "@souk/client";
import { texts } from "../texts.ts";

/** The description of an error for people. */
export interface ErrorDescription {
  text: string;
  request_id: string | null;
  /** Whether an immediate retry of a read may succeed. */
  isTransient: boolean;
}

/** Return whether a retry cannot help, because the record does not exist or this person has no access to it. */
export function isRetryUseless(error: unknown): boolean {
  return isPlatformError(error) && [403, 404].includes(error.status);
}

/** Return whether the requested record does not exist, for example because it was deleted. */
export function isMissing({ error }: { error: unknown }): boolean {
  return isPlatformError(error) && error.status === 404;
}

/**
 * Return whether an error comes from the platform. The response of a proxy, for example a 404 while the platform restarts, has the
 * code `unreadable`.
 */
function isPlatformError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code !== "unreadable";
}

/**
 * Return whether the platform may have executed a failed request, because there was no response, the response came from a
 * proxy, or the response has a status of 500 or more.
 */
export function mayHaveBeenExecuted(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.code === "unreadable";
}

/**
 * Return whether the platform checked and rejected a request. If so, no earlier attempt with the same idempotency key was
 * executed either.
 */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof ApiError) || mayHaveBeenExecuted(error)) return false;
  // An error about a reused idempotency key does not tell whether this body was executed.
  const concernsIdempotencyKey = error.fields.some(({ path }) => path === "Idempotency-Key");
  return [404, 422].includes(error.status) && !concernsIdempotencyKey;
}

/**
 * Return whether the page may be outdated after a failure, because the request may have been executed or its record may
 * have changed. An error that the page itself has found has an empty request id, because no request was sent.
 */
export function mayPageBeStale(error: unknown): boolean {
  if (!(error instanceof ApiError) || mayHaveBeenExecuted(error)) return true;
  return [404, 409, 422].includes(error.status) && error.request_id !== "";
}

/** Describe an error, with the platform's message if it has one. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof ApiError) return { ...describeApiError(error), request_id: error.request_id };
  if (error instanceof NetworkError)
    return { text: texts.failed.network, request_id: null, isTransient: true };
  return { text: texts.failed.unknown, request_id: null, isTransient: false };
}

function describeApiError(error: ApiError): Pick<ErrorDescription, "text" | "isTransient"> {
  // An immediate retry would be rejected too.
  if (error.code === "rate_limited") return { text: describeRateLimit(error), isTransient: false };
  if (error.code === "not_signed_in") return { text: texts.failed.signedOut, isTransient: false };
  if (error.code === "step_up_required") return { text: texts.failed.stepUp, isTransient: false };
  // The message of a conflict already describes the record's current state.
  const text = error.code === "conflict" ? error.message : (describeFieldError(error) ?? error.message);
  return { text, isTransient: error.status >= 500 };
}

/** Describe a rate limit. The platform's message is used if it names a limited field, such as invitations per day. */
function describeRateLimit({ message, fields, retry_after_s }: ApiError): string {
  const sentence = fields.length === 0 ? texts.failed.rate : message;
  return `${sentence} ${texts.failed.again({ wait: formatWait(retry_after_s ?? 1) })}`;
}

function formatWait(seconds: number): string {
  if (seconds < 120) return texts.failed.seconds({ count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120
    ? texts.failed.minutes({ count: minutes })
    : texts.failed.hours({ count: Math.ceil(minutes / 60) });
}

/** Return the message of the only invalid field; undefined if there is none or more than one. */
function describeFieldError({ fields }: ApiError): string | undefined {
  const firstField = fields[0];
  if (fields.length !== 1 || firstField === undefined) return undefined;
  return firstField.message;
}
