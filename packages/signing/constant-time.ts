import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Return whether two texts are equal. The time this takes does not depend on where they differ.
 *
 * Both are hashed first, because `timingSafeEqual` requires inputs of equal length.
 *
 * @param left the received text, for example a signature, a secret or a CSRF token
 * @param right the expected text
 */
export function isEqualInConstantTime(left: string, right: string): boolean {
  // guard constant-time-compare: with `left === right` instead of `timingSafeEqual(sha256(left), sha256(right))`, constant-time.test.ts fails
  return timingSafeEqual(sha256(left), sha256(right));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
