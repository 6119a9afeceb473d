import { ApiError } from "@souk/client";
import { errors } from "@souk/contract";
import { strings } from "../strings.ts";

/** An error in words for people. */
export interface ErrorWords {
  text: string;
  request_id: string | null;
  /** Whether a read is worth another try at once. */
  isPassing: boolean;
}

/** Whether asking again changes nothing: what was asked for is not there, or not for this person. */
export function isFinal(error: unknown): boolean {
  return isOwn(error) && [403, 404].includes(error.status);
}

/** Whether what was asked for is not there, or no longer. */
export function isMissing({ error }: { error: unknown }): boolean {
  return isOwn(error) && error.status === 404;
}

/** A proxy says 404, too, while the platform restarts. */
function isOwn(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code !== "unreadable";
}

/** Whether what was sent may have been carried out all the same: no answer came, or none of the platform's own. */
export function isUncertain(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.code === "unreadable";
}

/** Whether what was sent was looked at and refused: under one key, it was never carried out before either. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || isUncertain(error)) return false;
  // A key that came with something else before says nothing of what is sent with it now.
  const isOfKey = error.fields.some(({ path }) => path === "Idempotency-Key");
  return [404, 422].includes(error.status) && !isOfKey;
}

/**
 * Whether a page may be old after such a failure: what was sent may have been carried out, or what it is about may have
 * changed. A fault that the page finds by itself went through no request.
 */
export function mayBeOld(error: unknown): boolean {
  if (!(error instanceof ApiError) || isUncertain(error)) return true;
  return [404, 409, 422].includes(error.status) && error.request_id !== "";
}

/** What to show of an error: the platform's own sentence, or what else went wrong. */
export function errorWords(error: unknown): ErrorWords {
  if (error instanceof ApiError) return { ...apiWords(error), request_id: error.request_id };
  // What fetch throws when no answer came; every browser words it differently.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
    return { text: strings.failed.network, request_id: null, isPassing: true };
  return { text: strings.failed.unknown, request_id: null, isPassing: false };
}

function apiWords(error: ApiError): Pick<ErrorWords, "text" | "isPassing"> {
  // What sends has waited for as long as it was told to already.
  if (error.code === "rate_limited") return { text: rateText(error), isPassing: false };
  // The platform says it in the words of an app's token.
  if (error.code === "scope_missing") return { text: strings.failed.notAllowed, isPassing: false };
  if (error.code === "not_signed_in") return { text: strings.failed.signedOut, isPassing: false };
  // A conflict is over what the record is by now, and its sentence says it whole.
  const text = error.code === "conflict" ? error.message : (fieldText(error) ?? error.message);
  return { text, isPassing: error.status >= 500 };
}

/** A bound with a sentence of its own, such as that of invitations a day, is no matter of haste. */
function rateText({ message, retry_after_s }: ApiError): string {
  const said = message === errors.rate_limited.message ? strings.failed.rate : message;
  return `${said} ${strings.failed.again(waitText(retry_after_s ?? 1))}`;
}

function waitText(seconds: number): string {
  if (seconds < 120) return strings.failed.seconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? strings.failed.minutes(minutes) : strings.failed.hours(Math.ceil(minutes / 60));
}

/** A refusal of one field says more than "some fields are not right". */
function fieldText({ fields }: ApiError): string | undefined {
  const first = fields[0];
  if (fields.length !== 1 || first === undefined) return undefined;
  const isSentence = /^[A-Z"“]/.test(first.message);
  return isSentence || first.path === "" ? first.message : `${first.path} ${first.message}.`;
}
