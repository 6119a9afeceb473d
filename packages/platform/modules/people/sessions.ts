import type { Queryable } from "@souk/database";
import type { RandomText } from "../../random.ts";
import type { SignedIn } from "../../routing/call.ts";
import { type Audience, csrfTokenOf, hashSessionId, sessionIdBytes, sessionLimits } from "./session-rules.ts";
import {
  deleteSession,
  deleteSessionsBefore,
  deleteSessionsOf,
  insertSession,
  selectSession,
  touchSession,
} from "./session-store.ts";

/** A session that has just begun. Its id goes into the cookie and is nowhere kept. */
export interface StartedSession {
  session_id: string;
  csrf_token: string;
  expires_at: Date;
}

function limitsAt(now: Date): { now: Date; seenAfter: Date } {
  return { now, seenAfter: new Date(now.getTime() - sessionLimits.idleMs) };
}

/**
 * Begins a session with a fresh id: never one that was sent, so that nobody can plant one.
 *
 * @param replaces the hash of the session that this browser had before; it ends
 */
export async function startSession(
  run: Queryable,
  visit: { account_id: number; audience: Audience; now: Date; replaces?: Buffer | null },
  random: RandomText,
): Promise<StartedSession> {
  const session_id = random(sessionIdBytes);
  const id_hash = hashSessionId(session_id);
  if (id_hash === null) throw new Error("A session id was made of too few random bytes.");
  const { account_id, audience, now, replaces } = visit;
  const expires_at = new Date(now.getTime() + sessionLimits.absoluteMs);
  if (replaces) await deleteSession(run, replaces);
  await insertSession(run, { id_hash, account_id, audience, seen_at: now, expires_at });
  return { session_id, csrf_token: csrfTokenOf(session_id), expires_at };
}

/**
 * Finds the session of a cookie and writes the visit down, at most once a minute.
 *
 * @param sessionId the cookie's value, whatever it is
 * @returns null when there is none: it was never given out, has ended, was idle for 12 hours or is of another origin
 */
export async function findSession(
  run: Queryable,
  { sessionId, audience }: { sessionId: string; audience: Audience },
  now: Date,
): Promise<Omit<SignedIn, "role" | "scopes"> | null> {
  const id_hash = hashSessionId(sessionId);
  if (id_hash === null) return null;
  const found = await selectSession(run, { id_hash, audience }, limitsAt(now));
  if (found === null) return null;
  const { id, email, name, is_staff, seen_at, expires_at } = found;
  if (now.getTime() - seen_at.getTime() >= sessionLimits.seenEveryMs) await touchSession(run, id_hash, now);
  const csrf_token = csrfTokenOf(sessionId);
  return { account_id: id, email, name, is_staff, csrf_token, expires_at, session_hash: id_hash };
}

/** Ends one session, at once and on every process. */
export async function endSession(run: Queryable, sessionHash: Buffer): Promise<void> {
  await deleteSession(run, sessionHash);
}

/** Ends every session of an account, on both origins: after a new password or a change of its rights. */
export async function endAllSessions(run: Queryable, accountId: number): Promise<void> {
  await deleteSessionsOf(run, accountId);
}

/** Housekeeping: deletes the sessions that are over. Answers how many. */
export async function sweepSessions(run: Queryable, now: Date): Promise<number> {
  return deleteSessionsBefore(run, limitsAt(now));
}
