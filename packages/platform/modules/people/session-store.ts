import { defineStatement, type Queryable } from "@souk/database";
import type { Account } from "./account-store.ts";
import type { Audience } from "./session-rules.ts";

/** A session to insert. */
export interface SessionRow {
  id_hash: Buffer;
  account_id: number;
  audience: Audience;
  seen_at: Date;
  expires_at: Date;
}

/** Insert a session. Its `created_at` is set to `seen_at`. */
export async function insertSession(db: Queryable, session: SessionRow): Promise<void> {
  const text = `insert into sessions (id_hash, account_id, audience, created_at, seen_at, expires_at)
    values ($1, $2, $3, $4, $4, $5)`;
  const { id_hash, account_id, audience, seen_at, expires_at } = session;
  await db.query(text, [id_hash, account_id, audience, seen_at, expires_at]);
}

/** A session with its account. */
export interface FoundSession extends Account {
  seen_at: Date;
  expires_at: Date;
}

const sessionByHashStatement = defineStatement(
  "session_by_hash",
  `
    select account.id, account.email, account.name, account.is_staff, session.seen_at, session.expires_at
    from sessions session join accounts account on account.id = session.account_id
    where session.id_hash = $1 and session.audience = $2 and session.expires_at > $3 and session.seen_at > $4`,
);

/**
 * Find a session by the hash of its id, with its account.
 * @returns null if the session is unknown, belongs to another audience, has ended, or was last used at or before `seenAfter`
 */
export async function selectSession(
  db: Queryable,
  key: { id_hash: Buffer; audience: Audience },
  limits: { now: Date; seenAfter: Date },
): Promise<FoundSession | null> {
  const values = [key.id_hash, key.audience, limits.now, limits.seenAfter];
  const row = await db.maybeOne<FoundSession>(sessionByHashStatement, values);
  return row ?? null;
}

const touchSessionStatement = defineStatement(
  "touch_session",
  "update sessions set seen_at = $2 where id_hash = $1 and seen_at < $2",
);

/** Set when a session was last used, unless a later time is stored. */
export async function touchSession(db: Queryable, idHash: Buffer, now: Date): Promise<void> {
  await db.query(touchSessionStatement, [idHash, now]);
}

/** Delete a session, if it exists. */
export async function deleteSession(db: Queryable, idHash: Buffer): Promise<void> {
  await db.query("delete from sessions where id_hash = $1", [idHash]);
}

/** Delete every session of an account, on both origins. */
export async function deleteAccountSessions(db: Queryable, accountId: number): Promise<void> {
  await db.query("delete from sessions where account_id = $1", [accountId]);
}

/** Delete ended and idle sessions. @returns the number of deleted sessions */
export async function deleteSessionsBefore(
  db: Queryable,
  limits: { now: Date; seenAfter: Date },
): Promise<number> {
  const text = "delete from sessions where expires_at <= $1 or seen_at <= $2";
  return (await db.query(text, [limits.now, limits.seenAfter])).rowCount;
}
