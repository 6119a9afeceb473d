import { equalInConstantTime } from "./constant-time.ts";
import { deriveKey } from "./derived-key.ts";
import { isFresh } from "./freshness.ts";
import { hmacSha256 } from "./signature.ts";

/** What an operator's signature covers beside the time. */
export interface OperatorRequest {
  method: string;
  /** The path of the URL, without its query. */
  path: string;
}

export type OperatorVerdict =
  | { ok: true }
  | { ok: false; reason: "missing" | "malformed" | "stale" | "bad_signature" };

const freshForSeconds = 300;
const shape = /^Operator ([0-9]{1,12})\.([0-9a-f]{64})$/;

/** The key that operators sign with, derived from the platform's secret key of 32 bytes. */
export function operatorKey(secretKey: Uint8Array): Buffer {
  return deriveKey(secretKey, "operator signature");
}

/**
 * The `Authorization` header of a request that the holder of the platform's secret key makes:
 * `Operator <unix seconds>.<hex HMAC-SHA256 of "seconds|METHOD|path">`. It is good for 5 minutes.
 *
 * @param key what `operatorKey` made
 * @param now the sender's time
 */
export function signOperator(request: OperatorRequest, key: Uint8Array, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000));
  return `Operator ${seconds}.${hmacSha256(textOf(request, seconds), key)}`;
}

/**
 * Checks the `Authorization` header that `signOperator` makes.
 *
 * @param header as it was sent
 * @param request what was asked for, and `now`, the receiver's time
 * @param key what `operatorKey` made
 */
export function verifyOperator(
  header: string | undefined,
  request: OperatorRequest & { now: Date },
  key: Uint8Array,
): OperatorVerdict {
  if (header === undefined || header === "") return { ok: false, reason: "missing" };
  const [, seconds, signature] = shape.exec(header) ?? [];
  if (seconds === undefined || signature === undefined) return { ok: false, reason: "malformed" };
  if (!isFresh(seconds, request.now, freshForSeconds)) return { ok: false, reason: "stale" };
  const expected = hmacSha256(textOf(request, seconds), key);
  return equalInConstantTime(signature, expected) ? { ok: true } : { ok: false, reason: "bad_signature" };
}

function textOf({ method, path }: OperatorRequest, seconds: string): string {
  return `${seconds}|${method.toUpperCase()}|${path}`;
}
