import { createHash } from "node:crypto";

/** The origin that a session belongs to. The session is not valid on the other origin. */
export type Audience = "admin" | "partners";

/** The time limits of a session, in milliseconds (docs/spec/hardening.md#secrets). */
export const sessionLimits = {
  /** The time without a request after which a session ends. */
  idleMs: 12 * 3_600_000,
  /** The time after which a session ends even if it is used. */
  absoluteMs: 7 * 86_400_000,
  /** The minimum time between two updates of a session's `seen_at`. */
  minSeenIntervalMs: 60_000,
} as const;

/** The number of random bytes in a session id, which is base64url text. */
export const sessionIdBytes = 32;
/** The base64url text of 32 bytes, which has 43 characters. */
const sessionIdPattern = /^[A-Za-z0-9_-]{43}$/;

/** Hash a session id for storage and lookup, or return null if the text cannot be a session id. */
export function hashSessionId(sessionId: string): Buffer | null {
  return sessionIdPattern.test(sessionId) ? createHash("sha256").update(sessionId, "utf8").digest() : null;
}

/** Derive a session's CSRF token from its id by a one-way function, so that the token need not be stored. */
export function deriveCsrfToken(sessionId: string): string {
  return createHash("sha256").update(`csrf token|${sessionId}`, "utf8").digest("base64url");
}
