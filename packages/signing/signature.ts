import { createHmac } from "node:crypto";

declare const signatureBrand: unique symbol;

/** An HMAC-SHA256 as 64 lowercase hex digits. Only this package creates values of this type. */
export type Signature = string & { readonly [signatureBrand]: true };

/**
 * Compute an HMAC-SHA256 in hex. All signatures of INS-2 and WHK-5 are computed with it.
 *
 * @param message the exact bytes, or a text that is encoded as UTF-8
 * @param secret the app's client secret, or the bytes of a key
 * @throws TypeError if the secret is empty, because anyone could create such a signature
 */
export function hmacSha256(message: string | Uint8Array, secret: string | Uint8Array): Signature {
  if (secret.length === 0) throw new TypeError("The secret must not be empty.");
  return createHmac("sha256", secret).update(message).digest("hex") as Signature;
}
