import { createHash } from "node:crypto";
import { equalInConstantTime } from "./constant-time.ts";
import { deriveKey } from "./derived-key.ts";
import { isFresh } from "./freshness.ts";
import { hmacSha256 } from "./signature.ts";

/** The parts of a request that an operator's signature covers besides the time and the body. */
export interface OperatorRequest {
  method: string;
  /** The path of the URL, without its query. */
  path: string;
}

export type OperatorVerdict =
  /** `body_sha256`: the required hash of the body, for `isOperatorBody` once it is read. */
  | { ok: true; body_sha256: string }
  | { ok: false; reason: "missing" | "malformed" | "stale" | "bad_signature" };

const maxAgeSeconds = 300;
const shape = /^Operator ([0-9]{1,12})\.([0-9a-f]{64})\.([0-9a-f]{64})$/;

/** Return the key that operators sign with, derived from the platform's secret key of 32 bytes. */
export function operatorKey(secretKey: Uint8Array): Buffer {
  return deriveKey(secretKey, "operator signature");
}

/**
 * Return the `Authorization` header of a request that the holder of the platform's secret key sends: `Operator <unix
 * seconds>.<hex SHA-256 of the body>.<hex HMAC-SHA256 of "seconds|METHOD|path|SHA-256">`. It is valid for 5 minutes. It
 * includes the hash of the body so that an invalid request is rejected before its body is read.
 *
 * @param request `body`: the exact bytes that are sent, a text encoded as UTF-8; empty where there is none
 * @param key the key from `operatorKey`
 * @param now the sender's time
 */
export function signOperator(
  request: OperatorRequest & { body: string | Uint8Array },
  key: Uint8Array,
  now: Date,
): string {
  const seconds = String(Math.floor(now.getTime() / 1000));
  const bodyHash = sha256(request.body);
  return `Operator ${seconds}.${bodyHash}.${hmacSha256(buildText(request, seconds, bodyHash), key)}`;
}

/**
 * Check the `Authorization` header that `signOperator` makes, before the body is read. The caller must then call
 * `isOperatorBody` and do nothing when it returns false.
 *
 * @param header as it was sent
 * @param request the received request, and `now`, the receiver's time
 * @param key the key from `operatorKey`
 */
export function verifyOperator(
  header: string | undefined,
  request: OperatorRequest & { now: Date },
  key: Uint8Array,
): OperatorVerdict {
  if (header === undefined || header === "") return { ok: false, reason: "missing" };
  const [, seconds, bodyHash, signature] = shape.exec(header) ?? [];
  if (seconds === undefined || bodyHash === undefined || signature === undefined)
    return { ok: false, reason: "malformed" };
  if (!isFresh(seconds, request.now, maxAgeSeconds)) return { ok: false, reason: "stale" };
  const expected = hmacSha256(buildText(request, seconds, bodyHash), key);
  if (!equalInConstantTime(signature, expected)) return { ok: false, reason: "bad_signature" };
  return { ok: true, body_sha256: bodyHash };
}

/**
 * Return whether a body is the one that was signed.
 *
 * @param bytes the raw body as received
 * @param bodySha256 from the result of `verifyOperator`
 */
export function isOperatorBody(bytes: Uint8Array, bodySha256: string): boolean {
  return equalInConstantTime(sha256(bytes), bodySha256);
}

function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function buildText({ method, path }: OperatorRequest, seconds: string, bodyHash: string): string {
  return `${seconds}|${method.toUpperCase()}|${path}|${bodyHash}`;
}
