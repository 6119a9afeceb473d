import type { Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import type { RandomText } from "../../runtime/random.ts";
import {
  type Audience,
  deriveCsrfToken,
  hashSessionId,
  sessionIdBytes,
  sessionLimits,
} from "./session-rules.ts";
import {
  deleteAccountSessions,
  deleteSession,
  deleteSessionsBefore,
  insertSession,
  selectSession,
  touchSession,
} from "./session-store.ts";

/** A session that has just begun. Its id goes into the cookie and is not stored. */
export interface StartedSession {
  session_id: string;
  csrf_token: string;
  expires_at: Date;
}

function limitsAt(now: Date): { now: Date; seenAfter: Date } {
  return { now, seenAfter: new Date(now.getTime() - sessionLimits.idleMs) };
}

/**
 * Start a session with a new id, never one that was sent, so that no one can plant an id.
 *
 * @param replaces the hash of the browser's former session, which ends
 */
export async function startSession(
  db: Queryable,
  visit: { account_id: number; audience: Audience; now: Date; replaces?: Buffer | null },
  random: RandomText,
): Promise<StartedSession> {
  const session_id = random(sessionIdBytes);
  const id_hash = hashSessionId(session_id);
  if (id_hash === null) throw new Error("A session id was made of too few random bytes.");
  const { account_id, audience, now, replaces } = visit;
  const expires_at = new Date(now.getTime() + sessionLimits.absoluteMs);
  if (replaces) await deleteSession(db, replaces);
  await insertSession(db, { id_hash, account_id, audience, seen_at: now, expires_at });
  return { session_id, csrf_token: deriveCsrfToken(session_id), expires_at };
}

/**
 * Find the session of a cookie and record the visit, at most once a minute.
 *
 * @param sessionId the cookie's value, whatever it is
 * @returns null when there is none: it is unknown, has ended, was idle for 12 hours or is for another origin
 */
export async function findSession(
  db: Queryable,
  { sessionId, audience }: { sessionId: string; audience: Audience },
  now: Date,
): Promise<Omit<SignedIn, "role" | "scopes"> | null> {
  const id_hash = hashSessionId(sessionId);
  if (id_hash === null) return null;
  const found = await selectSession(db, { id_hash, audience }, limitsAt(now));
  if (found === null) return null;
  const { id, email, name, is_staff, seen_at, expires_at } = found;
  if (now.getTime() - seen_at.getTime() >= sessionLimits.seenEveryMs) await touchSession(db, id_hash, now);
  const csrf_token = deriveCsrfToken(sessionId);
  return { account_id: id, email, name, is_staff, csrf_token, expires_at, session_hash: id_hash };
}

/** End one session, at once and on every process. */
export async function endSession(db: Queryable, sessionHash: Buffer): Promise<void> {
  await deleteSession(db, sessionHash);
}

/** End every session of an account, on both origins: after a new password or a change of its rights. */
export async function endAllSessions(db: Queryable, accountId: number): Promise<void> {
  await deleteAccountSessions(db, accountId);
}

/** Delete the sessions that are over, and return their number; a background job. */
export async function sweepSessions(db: Queryable, now: Date): Promise<number> {
  return deleteSessionsBefore(db, limitsAt(now));
}
