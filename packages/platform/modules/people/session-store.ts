import { defineStatement, type Queryable } from "@souk/database";
import type { RequestClient } from "../../infrastructure/routing/actor.ts";
import { toStorableText, truncate } from "../../infrastructure/storable-text.ts";
import type { Account } from "./account-store.ts";
import type { Audience } from "./session-rules.ts";

/** A session to insert. */
export interface SessionRow {
  id_hash: Buffer;
  account_id: number;
  audience: Audience;
  seen_at: Date;
  expires_at: Date;
  device: Device;
}

/** The browser from which a person signs in, and the request that it sent. */
export interface Device extends RequestClient {
  /** The value of the cookie of the device; null if the browser has none. */
  device_id: string | null;
}

/** The maximum number of characters of a User-Agent header that are stored. */
const maxUserAgentLength = 512;

/** Insert a session. `created_at` and `verified_at` are set to `seen_at`, because a session starts when a person proves who they are. */
export async function insertSession(db: Queryable, session: SessionRow): Promise<void> {
  const text = `insert into sessions (id_hash, account_id, audience, created_at, seen_at, verified_at, expires_at, user_agent,
      client_address)
    values ($1, $2, $3, $4, $4, $4, $5, $6, $7)`;
  const { id_hash, account_id, audience, seen_at, expires_at, device } = session;
  const userAgent = toStorableText(truncate(device.user_agent, maxUserAgentLength));
  await db.query(text, [
    id_hash,
    account_id,
    audience,
    seen_at,
    expires_at,
    userAgent,
    device.client_address,
  ]);
}

/** A session with its account. */
export interface FoundSession extends Account {
  is_email_verified: boolean;
  seen_at: Date;
  verified_at: Date | null;
  /** Whether the account belongs to platform staff and has neither an authenticator app nor a passkey. */
  must_add_factor: boolean;
  expires_at: Date;
}

const sessionByHashStatement = defineStatement(
  "session_by_hash",
  `
    select account.id, account.email, account.name, account.is_staff, account.email_verified_at is not null as is_email_verified,
      session.seen_at, session.expires_at, session.verified_at,
      account.is_staff
        and not exists (select from authenticator_apps app where app.account_id = account.id and app.confirmed_at is not null)
        and not exists (select from passkeys passkey where passkey.account_id = account.id) as must_add_factor
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

/** Set the time of a session's last use, unless a later time is stored. */
export async function touchSession(db: Queryable, idHash: Buffer, now: Date): Promise<void> {
  await db.query(touchSessionStatement, [idHash, now]);
}

/** Record that the person who uses a session has just proved who they are. */
export async function setSessionVerified(db: Queryable, idHash: Buffer, now: Date): Promise<void> {
  await db.query("update sessions set verified_at = $2 where id_hash = $1", [idHash, now]);
}

/** Delete a session, if it exists. */
export async function deleteSession(db: Queryable, idHash: Buffer): Promise<void> {
  await db.query("delete from sessions where id_hash = $1", [idHash]);
}

/** Delete the sessions of an account on both origins, except one. @param keptHash the hash of the session to keep; null for none */
export async function deleteAccountSessions(
  db: Queryable,
  accountId: number,
  keptHash: Buffer | null,
): Promise<void> {
  await db.query("delete from sessions where account_id = $1 and id_hash is distinct from $2::bytea", [
    accountId,
    keptHash,
  ]);
}

/** A session as its account's owner sees it. */
export interface ListedSession extends Pick<Device, "user_agent" | "client_address"> {
  id_hash: Buffer;
  audience: Audience;
  created_at: Date;
  seen_at: Date;
}

/** List the sessions of an account that have not ended, the most recently used first. */
export async function selectAccountSessions(
  db: Queryable,
  accountId: number,
  limits: { now: Date; seenAfter: Date },
): Promise<ListedSession[]> {
  const text = `select id_hash, audience, created_at, seen_at, user_agent, client_address from sessions
    where account_id = $1 and expires_at > $2 and seen_at > $3 order by seen_at desc, created_at desc limit 200`;
  return await db.many<ListedSession>(text, [accountId, limits.now, limits.seenAfter]);
}

/** Delete a session if it belongs to the account. @returns false if it does not exist */
export async function deleteSessionOfAccount(
  db: Queryable,
  key: { account_id: number; id_hash: Buffer },
): Promise<boolean> {
  const text = "delete from sessions where account_id = $1 and id_hash = $2";
  return (await db.query(text, [key.account_id, key.id_hash])).rowCount > 0;
}

/** Delete ended and idle sessions. @returns the number of deleted sessions */
export async function deleteEndedOrIdleSessions(
  db: Queryable,
  limits: { now: Date; seenAfter: Date },
): Promise<number> {
  const text = "delete from sessions where expires_at <= $1 or seen_at <= $2";
  return (await db.query(text, [limits.now, limits.seenAfter])).rowCount;
}
