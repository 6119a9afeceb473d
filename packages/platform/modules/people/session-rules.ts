import { createHash } from "node:crypto";

/** The origin that a session is for; a session of one opens nothing on the other. */
export type Audience = "admin" | "partners";

/** How long a session lives, in milliseconds (hardening.md, "Secrets"). */
export const sessionLimits = {
  idleMs: 12 * 3_600_000,
  absoluteMs: 7 * 86_400_000,
  /** A visit is written down at most this often. */
  seenEveryMs: 60_000,
} as const;

/** 256 random bits as base64url. */
export const sessionIdBytes = 32;
const shape = /^[A-Za-z0-9_-]{43}$/;

/** What is stored and looked up in place of a session's id; null when no id can look like this. */
export function hashSessionId(sessionId: string): Buffer | null {
  return shape.test(sessionId) ? createHash("sha256").update(sessionId, "utf8").digest() : null;
}

/** The session's CSRF token: made from its id by a one-way function, so that nothing more is stored. */
export function csrfTokenOf(sessionId: string): string {
  return createHash("sha256").update(`csrf token|${sessionId}`, "utf8").digest("base64url");
}
