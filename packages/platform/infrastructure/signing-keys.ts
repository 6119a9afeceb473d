import { isEqualInConstantTime } from "@souk/signing";

/**
 * The keys of one purpose, the current one first. It signs, and all of them verify: while the secret key is changed, a
 * process that is not restarted yet signs with a former key or with a later one of the list.
 */
export type SigningKeys = readonly [Buffer, ...Buffer[]];

/**
 * Return whether one of the keys made a signature.
 * @param computeSignature computes the signature that a key makes
 */
export function isSignedWithAny(
  keys: SigningKeys,
  signature: string,
  computeSignature: (key: Buffer) => string,
): boolean {
  // guard: signature-of-any-key replacing `keys.some(` with `keys.slice(0, 1).some(`: derived-keys.test.ts
  return keys.some((key) => isEqualInConstantTime(signature, computeSignature(key)));
}
