import { hkdfSync } from "node:crypto";

/**
 * Derive a key for one purpose from the platform's secret key (RFC 5869, HKDF-SHA256), so that no key is used for two
 * purposes.
 *
 * @param secretKey the platform's secret key, 32 bytes
 * @param purpose name of the purpose; all processes derive the same key for it
 * @returns 32 bytes
 */
export function deriveKey(secretKey: Uint8Array, purpose: string): Buffer {
  if (secretKey.byteLength !== 32) throw new TypeError("The platform's secret key must have 32 bytes.");
  return Buffer.from(hkdfSync("sha256", secretKey, "souk", purpose, 32));
}
