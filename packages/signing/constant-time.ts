import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Compare two texts in a time that does not depend on where they differ or how long they are.
 *
 * Both are hashed first, because `timingSafeEqual` requires equal lengths.
 *
 * @param left one text, for example a received signature, secret or CSRF token
 * @param right the text it must equal
 * @returns true when both are the same text
 */
export function equalInConstantTime(left: string, right: string): boolean {
  // guard: constant-time-compare with `left === right` for `timingSafeEqual(sha256(left), sha256(right))`: constant-time.test.ts
  return timingSafeEqual(sha256(left), sha256(right));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
