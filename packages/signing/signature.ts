import { createHmac } from "node:crypto";

declare const signatureBrand: unique symbol;

/** An HMAC-SHA256 as 64 lower-case hex digits. Only this package makes one. */
export type Signature = string & { readonly [signatureBrand]: true };

/**
 * HMAC-SHA256 in hex, the one primitive under INS-2 and WHK-5.
 *
 * @param message the exact bytes, or a text taken as UTF-8
 * @param secret the app's client secret, or a key of bytes
 * @throws TypeError when the secret is empty: a signature that anybody can make must not be given out
 */
export function hmacSha256(message: string | Uint8Array, secret: string | Uint8Array): Signature {
  if (secret.length === 0) throw new TypeError("An empty secret signs nothing.");
  return createHmac("sha256", secret).update(message).digest("hex") as Signature;
}
