import { ApiError, NetworkError } from "@souk/client";
import { texts } from "../texts.ts";

/** An error in words for people. */
export interface ErrorWords {
  text: string;
  request_id: string | null;
  /** Whether a read is worth an immediate retry. */
  isPassing: boolean;
}

/** Return whether a retry changes nothing: the record does not exist, or is not for this person. */
export function isFinal(error: unknown): boolean {
  return isOwn(error) && [403, 404].includes(error.status);
}

/** Return whether the requested record does not exist, or no longer does. */
export function isMissing({ error }: { error: unknown }): boolean {
  return isOwn(error) && error.status === 404;
}

/**
 * Return whether an error is the platform's own and not a proxy's, which also answers 404 during a restart.
 */
function isOwn(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code !== "unreadable";
}

/**
 * Return whether a request may have been carried out although it failed: no answer, or not the platform's
 * own.
 */
export function isUncertain(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.code === "unreadable";
}

/**
 * Return whether a request was checked and rejected: under its key it was never carried out before either.
 */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof ApiError) || isUncertain(error)) return false;
  // A key that came with something else before says nothing of what is sent with it now.
  const isOfKey = error.fields.some(({ path }) => path === "Idempotency-Key");
  return [404, 422].includes(error.status) && !isOfKey;
}

/**
 * Return whether a page may be outdated after a failure: the request may have been carried out, or its
 * record may have changed. An error of the page itself involved no request.
 */
export function mayBeOld(error: unknown): boolean {
  if (!(error instanceof ApiError) || isUncertain(error)) return true;
  return [404, 409, 422].includes(error.status) && error.request_id !== "";
}

/** Describe an error: the platform's own message, or the other failure. */
export function describeError(error: unknown): ErrorWords {
  if (error instanceof ApiError) return { ...apiWords(error), request_id: error.request_id };
  if (error instanceof NetworkError) return { text: texts.failed.network, request_id: null, isPassing: true };
  return { text: texts.failed.unknown, request_id: null, isPassing: false };
}

function apiWords(error: ApiError): Pick<ErrorWords, "text" | "isPassing"> {
  // The sending code has already waited for as long as the platform asked.
  if (error.code === "rate_limited") return { text: rateText(error), isPassing: false };
  // The platform says it in the words of an app's token.
  if (error.code === "scope_missing") return { text: texts.failed.notAllowed, isPassing: false };
  if (error.code === "not_signed_in") return { text: texts.failed.signedOut, isPassing: false };
  // A conflict is over what the record is by now, and its sentence says it whole.
  const text = error.code === "conflict" ? error.message : (describeFieldError(error) ?? error.message);
  return { text, isPassing: error.status >= 500 };
}

/** A limit with a field error, such as that of invitations a day, is described by the platform's own sentence. */
function rateText({ message, fields, retry_after_s }: ApiError): string {
  const said = fields.length === 0 ? texts.failed.rate : message;
  return `${said} ${texts.failed.again({ wait: waitText(retry_after_s ?? 1) })}`;
}

function waitText(seconds: number): string {
  if (seconds < 120) return texts.failed.seconds({ count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120
    ? texts.failed.minutes({ count: minutes })
    : texts.failed.hours({ count: Math.ceil(minutes / 60) });
}

/** Return the message of the one wrong field. */
function describeFieldError({ fields }: ApiError): string | undefined {
  const first = fields[0];
  if (fields.length !== 1 || first === undefined) return undefined;
  return first.message;
}
