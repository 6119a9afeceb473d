import { createHash } from "node:crypto";

/** The origin that a session is for; a session for one origin is not valid on the other. */
export type Audience = "admin" | "partners";

/** The lifetimes of a session, in milliseconds (docs/spec/hardening.md#secrets). */
export const sessionLimits = {
  idleMs: 12 * 3_600_000,
  absoluteMs: 7 * 86_400_000,
  /** The minimum time between two records of a visit. */
  seenEveryMs: 60_000,
} as const;

/** 256 random bits, encoded as base64url. */
export const sessionIdBytes = 32;
const shape = /^[A-Za-z0-9_-]{43}$/;

/** Hash a session's id for storage and lookup; null when it cannot be a session's id. */
export function hashSessionId(sessionId: string): Buffer | null {
  return shape.test(sessionId) ? createHash("sha256").update(sessionId, "utf8").digest() : null;
}

/** Derive the session's CSRF token from its id by a one-way function, so that no token is stored. */
export function deriveCsrfToken(sessionId: string): string {
  return createHash("sha256").update(`csrf token|${sessionId}`, "utf8").digest("base64url");
}
