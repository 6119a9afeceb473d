import { createHash } from "node:crypto";
import { isEqualInConstantTime } from "./constant-time.ts";
import { deriveKey } from "./derived-key.ts";
import { isFresh } from "./freshness.ts";
import { hmacSha256 } from "./signature.ts";

/** The properties of a request that an operator's signature covers, in addition to the time and the body. */
export interface OperatorRequest {
  method: string;
  /** The path of the URL, without its query. */
  path: string;
}

export type OperatorVerdict =
  /** `body_sha256` is the hash that the body must have. Check it with `isOperatorBody` after reading the body. */
  | { ok: true; body_sha256: string }
  | { ok: false; reason: "missing" | "malformed" | "stale" | "bad_signature" };

/** The maximum difference between the signature's time and the receiver's. */
const maxAgeSeconds = 300;
const headerPattern = /^Operator ([0-9]{1,12})\.([0-9a-f]{64})\.([0-9a-f]{64})$/;

/** Derive the key with which operators sign requests. It is derived from the platform's secret key of 32 bytes. */
export function deriveOperatorKey(secretKey: Uint8Array): Buffer {
  return deriveKey(secretKey, "operator signature");
}

/**
 * Sign a request of the operator, and return its `Authorization` header: `Operator <unix seconds>.<hex SHA-256 of the
 * body>.<hex HMAC-SHA256 of "seconds|METHOD|path|SHA-256">`. The signature is valid for 5 minutes. The header contains
 * the hash of the body so that an invalid request can be rejected before its body is read.
 *
 * @param request `body` is the exact bytes that are sent, or a text that is sent as UTF-8; empty for no body
 * @param key the key from `deriveOperatorKey`
 * @param now the sender's time
 */
export function signOperator(
  request: OperatorRequest & { body: string | Uint8Array },
  key: Uint8Array,
  now: Date,
): string {
  const seconds = String(Math.floor(now.getTime() / 1000));
  const bodyHash = sha256(request.body);
  return `Operator ${seconds}.${bodyHash}.${hmacSha256(buildSignedText(request, seconds, bodyHash), key)}`;
}

/**
 * Verify an `Authorization` header from `signOperator` before the body is read. The caller must then read the body, call
 * `isOperatorBody`, and reject the request if it returns false.
 *
 * @param header the received header
 * @param request the received request, and `now`, the receiver's time
 * @param key the key from `deriveOperatorKey`
 */
export function verifyOperator(
  header: string | undefined,
  request: OperatorRequest & { now: Date },
  key: Uint8Array,
): OperatorVerdict {
  if (header === undefined || header === "") return { ok: false, reason: "missing" };
  const [, seconds, bodyHash, signature] = headerPattern.exec(header) ?? [];
  if (seconds === undefined || bodyHash === undefined || signature === undefined)
    return { ok: false, reason: "malformed" };
  if (!isFresh(seconds, request.now, maxAgeSeconds)) return { ok: false, reason: "stale" };
  const expected = hmacSha256(buildSignedText(request, seconds, bodyHash), key);
  if (!isEqualInConstantTime(signature, expected)) return { ok: false, reason: "bad_signature" };
  return { ok: true, body_sha256: bodyHash };
}

/**
 * Return whether a body is the one that was signed.
 *
 * @param bytes the raw body as received
 * @param bodySha256 the hash of the signed body, from the result of `verifyOperator`
 */
export function isOperatorBody(bytes: Uint8Array, bodySha256: string): boolean {
  return isEqualInConstantTime(sha256(bytes), bodySha256);
}

function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function buildSignedText({ method, path }: OperatorRequest, seconds: string, bodyHash: string): string {
  return `${seconds}|${method.toUpperCase()}|${path}|${bodyHash}`;
}
