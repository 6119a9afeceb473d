import type { Queryable } from "@souk/database";
import type { Account } from "./account-store.ts";
import type { Audience } from "./session-rules.ts";

export interface SessionRow {
  id_hash: Buffer;
  account_id: number;
  audience: Audience;
  seen_at: Date;
  expires_at: Date;
}

/** Inserts a session; `seen_at` is also when it was created. */
export async function insertSession(run: Queryable, session: SessionRow): Promise<void> {
  const text = `insert into sessions (id_hash, account_id, audience, created_at, seen_at, expires_at)
    values ($1, $2, $3, $4, $4, $5)`;
  const { id_hash, account_id, audience, seen_at, expires_at } = session;
  await run.query(text, [id_hash, account_id, audience, seen_at, expires_at]);
}

export interface FoundSession extends Account {
  seen_at: Date;
  expires_at: Date;
}

/** The session of a hash and audience with its account, when it has neither ended nor been idle since `seenAfter`. */
export async function selectSession(
  run: Queryable,
  key: { id_hash: Buffer; audience: Audience },
  limits: { now: Date; seenAfter: Date },
): Promise<FoundSession | null> {
  const text = `
    select account.id, account.email, account.name, account.is_staff, session.seen_at, session.expires_at
    from sessions session join accounts account on account.id = session.account_id
    where session.id_hash = $1 and session.audience = $2 and session.expires_at > $3 and session.seen_at > $4`;
  const values = [key.id_hash, key.audience, limits.now, limits.seenAfter];
  const { rows } = await run.query<FoundSession>({ name: "session_by_hash", text }, values);
  return rows[0] ?? null;
}

/** Writes a visit down; of several at once the latest stays. */
export async function touchSession(run: Queryable, idHash: Buffer, now: Date): Promise<void> {
  const text = "update sessions set seen_at = $2 where id_hash = $1 and seen_at < $2";
  await run.query({ name: "touch_session", text }, [idHash, now]);
}

/** Deletes a session; nothing happens when it is gone. */
export async function deleteSession(run: Queryable, idHash: Buffer): Promise<void> {
  await run.query("delete from sessions where id_hash = $1", [idHash]);
}

/** Deletes every session of an account, on both origins. */
export async function deleteSessionsOf(run: Queryable, accountId: number): Promise<void> {
  await run.query("delete from sessions where account_id = $1", [accountId]);
}

/** Answers how many were deleted. */
export async function deleteSessionsBefore(
  run: Queryable,
  limits: { now: Date; seenAfter: Date },
): Promise<number> {
  const text = "delete from sessions where expires_at <= $1 or seen_at <= $2";
  return (await run.query(text, [limits.now, limits.seenAfter])).rowCount;
}
