import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Compares two texts in a time that says nothing about where they differ or how long they are.
 *
 * Both are hashed first, because `timingSafeEqual` takes only operands of one length.
 *
 * @param left one text, for example a signature, secret or CSRF token that somebody sent
 * @param right the text it must equal
 * @returns true when both are the same text
 */
export function equalInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
