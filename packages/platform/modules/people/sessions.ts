import type { Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import type { RandomText } from "../../runtime/random.ts";
import { rememberDevice } from "./device-store.ts";
import {
  type Audience,
  deriveCsrfToken,
  hashSessionId,
  sessionIdBytes,
  sessionLimits,
} from "./session-rules.ts";
import {
  type Device,
  deleteAccountSessions,
  deleteEndedOrIdleSessions,
  deleteSession,
  insertSession,
  type ListedSession,
  selectAccountSessions,
  selectSession,
  touchSession,
} from "./session-store.ts";

/** A new session. Its id is sent in the cookie and is not stored. */
export interface StartedSession {
  session_id: string;
  csrf_token: string;
  expires_at: Date;
  /** The value of the cookie of the device. */
  device_id: string;
  /** Whether the person signs in on this device for the first time, and has signed in on another device before. */
  is_additional_device: boolean;
}

function getLimits(now: Date): { now: Date; seenAfter: Date } {
  return { now, seenAfter: new Date(now.getTime() - sessionLimits.idleMs) };
}

/**
 * Start a session, and remember the device. The session's id is always new, which prevents session fixation.
 *
 * @param session.formerSession the hash of the browser's former session, which is ended
 */
export async function startSession(
  db: Queryable,
  session: {
    account_id: number;
    audience: Audience;
    now: Date;
    formerSession?: Buffer | null;
    device: Device;
  },
  random: RandomText,
): Promise<StartedSession> {
  const session_id = random(sessionIdBytes);
  const id_hash = hashSessionId(session_id);
  if (id_hash === null) throw new Error("A session id has too few random bytes.");
  const { account_id, audience, now, formerSession, device } = session;
  const expires_at = new Date(now.getTime() + sessionLimits.absoluteMs);
  if (formerSession) await deleteSession(db, formerSession);
  await insertSession(db, { id_hash, account_id, audience, seen_at: now, expires_at, device });
  const rememberedDevice = await rememberDevice(db, { account_id, device_id: device.device_id, now }, random);
  const { device_id, is_additional: is_additional_device } = rememberedDevice;
  return { session_id, csrf_token: deriveCsrfToken(session_id), expires_at, device_id, is_additional_device };
}

/**
 * Find the session of a cookie, and record at most once a minute that the session is used.
 *
 * @param key.sessionId the value of the cookie, which the browser may have set to any text
 * @returns null if the session is unknown, has ended, was idle for 12 hours or belongs to another origin
 */
export async function findSession(
  db: Queryable,
  { sessionId, audience }: { sessionId: string; audience: Audience },
  now: Date,
): Promise<Omit<SignedIn, "role" | "rights" | "scopes" | "installation_ids"> | null> {
  const id_hash = hashSessionId(sessionId);
  if (id_hash === null) return null;
  const session = await selectSession(db, { id_hash, audience }, getLimits(now));
  if (session === null) return null;
  const { id, email, name, is_staff, is_email_verified, seen_at, expires_at, verified_at, must_add_factor } =
    session;
  if (now.getTime() - seen_at.getTime() >= sessionLimits.minSeenIntervalMs)
    await touchSession(db, id_hash, now);
  const csrf_token = deriveCsrfToken(sessionId);
  const account = { account_id: id, email, name, is_staff, is_email_verified };
  return { ...account, csrf_token, expires_at, session_hash: id_hash, verified_at, must_add_factor };
}

/** End a session. All processes reject it immediately. */
export async function endSession(db: Queryable, sessionHash: Buffer): Promise<void> {
  await deleteSession(db, sessionHash);
}

/**
 * End the sessions of an account on both origins. Call it when the account's password or rights change.
 * @param keptHash the hash of the session that is kept; null for none
 */
export async function endAllSessions(
  db: Queryable,
  accountId: number,
  keptHash: Buffer | null = null,
): Promise<void> {
  await deleteAccountSessions(db, accountId, keptHash);
}

/** List the sessions of an account that have not ended, the most recently used first. */
export async function listSessions(db: Queryable, accountId: number, now: Date): Promise<ListedSession[]> {
  return selectAccountSessions(db, accountId, getLimits(now));
}

/** Delete ended and idle sessions. A background job calls it. @returns the number of deleted sessions */
export async function deleteEndedSessions(db: Queryable, now: Date): Promise<number> {
  return deleteEndedOrIdleSessions(db, getLimits(now));
}
