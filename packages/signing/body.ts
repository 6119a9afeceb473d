import { isEqualInConstantTime } from "./constant-time.ts";
import { hmacSha256, type Signature } from "./signature.ts";

export type BodyVerdict = { ok: true } | { ok: false; reason: "missing_signature" | "bad_signature" };

/**
 * Sign the body of a webhook or fulfillment request (WHK-5, FUL-1).
 *
 * @param bytes the exact bytes that are sent, or a text that is sent as UTF-8
 * @param secret the app's client secret
 * @returns the value of `Service-Hmac-Sha256`
 */
export function signBody(bytes: string | Uint8Array, secret: string): Signature {
  return hmacSha256(bytes, secret);
}

/**
 * Verify that a body was signed with the secret (WHK-11).
 *
 * @param bytes the raw body as received, before parsing
 * @param header the value of `Service-Hmac-Sha256`, or undefined or null if it is missing
 * @param secret the app's client secret
 */
export function verifyBody(
  bytes: string | Uint8Array,
  header: string | null | undefined,
  secret: string,
): BodyVerdict {
  if (header === null || header === undefined || header === "") {
    return { ok: false, reason: "missing_signature" };
  }
  if (!isEqualInConstantTime(header, signBody(bytes, secret))) return { ok: false, reason: "bad_signature" };
  return { ok: true };
}
