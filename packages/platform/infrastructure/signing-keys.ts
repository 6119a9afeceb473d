import { isEqualInConstantTime } from "@souk/signing";

/**
 * The keys of one purpose, the current key first. The current key signs, and all keys verify. While the platform's secret key is
 * being changed, a process that has not been restarted yet signs with another key of the list.
 */
export type SigningKeys = readonly [Buffer, ...Buffer[]];

/**
 * Return whether the signature was made with one of the keys.
 * @param computeSignature computes the signature that is made with a key
 */
export function isSignedWithAny(
  keys: SigningKeys,
  signature: string,
  computeSignature: (key: Buffer) => string,
): boolean {
  // guard signature-of-any-key: with `keys.slice(0, 1).some(` instead of `keys.some(`, derived-keys.test.ts fails
  return keys.some((key) => isEqualInConstantTime(signature, computeSignature(key)));
}
