import { createHash } from "node:crypto";
import type { Queryable } from "@souk/database";
import type { Audience } from "../session-rules.ts";

/** A passkey as it is stored. */
export interface PasskeyRow {
  id: number;
  account_id: number;
  credential_id: Buffer;
  public_key: Buffer;
  signature_count: number;
  transports: string[];
}

const columns = "id, account_id, credential_id, public_key, signature_count, transports";

/** Find a host's passkey by its credential id, which the authenticator chose, or return null. */
export async function selectPasskey(
  db: Queryable,
  { credentialId, audience }: { credentialId: Buffer; audience: Audience },
): Promise<PasskeyRow | null> {
  const text = `select ${columns} from passkeys where credential_id = $1 and audience = $2`;
  return (await db.maybeOne<PasskeyRow>(text, [credentialId, audience])) ?? null;
}

/** List the passkeys of an account on a host. */
export async function selectPasskeys(
  db: Queryable,
  { accountId, audience }: { accountId: number; audience: Audience },
): Promise<PasskeyRow[]> {
  const text = `select ${columns} from passkeys where account_id = $1 and audience = $2 order by id`;
  return db.many<PasskeyRow>(text, [accountId, audience]);
}

/** Count the passkeys of an account on the admin host and the partner host together. */
export async function countPasskeys(db: Queryable, accountId: number): Promise<number> {
  const text = "select count(*) as count from passkeys where account_id = $1";
  return (await db.one<{ count: number }>(text, [accountId])).count;
}

/** Insert a passkey. @returns false if a passkey has this credential id already */
export async function insertPasskey(
  tx: Queryable,
  passkey: Omit<PasskeyRow, "id"> & { audience: Audience; name: string; created_at: Date },
): Promise<boolean> {
  const text = `
    insert into passkeys (account_id, audience, name, credential_id, public_key, signature_count, transports, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`;
  const values = [
    passkey.account_id,
    passkey.audience,
    passkey.name,
    passkey.credential_id,
    passkey.public_key,
    passkey.signature_count,
    passkey.transports,
    passkey.created_at,
  ];
  return (await tx.query(text, values)).rowCount > 0;
}

/**
 * Record the use of a passkey with the number of uses that its authenticator has counted. Authenticators that do not count always
 * send 0.
 * @returns false if the number does not exceed the stored one, which can mean that the passkey was copied. If both numbers are 0, the
 *   use is accepted.
 */
export async function recordPasskeyUse(
  tx: Queryable,
  { id, signatureCount, usedAt }: { id: number; signatureCount: number; usedAt: Date },
): Promise<boolean> {
  const text = `update passkeys set signature_count = $2, used_at = $3
    where id = $1 and (signature_count < $2 or (signature_count = 0 and $2 = 0))`;
  return (await tx.query(text, [id, signatureCount, usedAt])).rowCount > 0;
}

/** Delete a passkey of an account. @returns its name, or null if the account does not have it */
export async function deletePasskey(
  tx: Queryable,
  { id, accountId }: { id: number; accountId: number },
): Promise<string | null> {
  const text = "delete from passkeys where id = $1 and account_id = $2 returning name";
  return (await tx.maybeOne<{ name: string }>(text, [id, accountId]))?.name ?? null;
}

/** What a challenge is for. It is accepted only for the same purpose, on the same host and for the same account. */
export interface ChallengeUse {
  purpose: "sign_in" | "verify" | "add";
  audience: Audience;
  /** The signed-in account; null if the purpose is to sign in. */
  account_id: number | null;
}

function hashChallenge(challenge: string): Buffer {
  return createHash("sha256").update(challenge, "utf8").digest();
}

/** Insert a challenge. @param challenge the challenge's bytes as base64url */
export async function insertChallenge(
  db: Queryable,
  challenge: string,
  { purpose, audience, account_id, expires_at }: ChallengeUse & { expires_at: Date },
): Promise<void> {
  const text = `insert into passkey_challenges (challenge_hash, audience, purpose, account_id, expires_at)
    values ($1, $2, $3, $4, $5)`;
  await db.query(text, [hashChallenge(challenge), audience, purpose, account_id, expires_at]);
}

/** Use up a challenge. @returns false if it is unknown, used or expired, or for another purpose, host or account */
export async function redeemChallenge(
  db: Queryable,
  challenge: string,
  { purpose, audience, account_id, now }: ChallengeUse & { now: Date },
): Promise<boolean> {
  // guard challenge-once: with `select from` instead of `delete from`, e2e/passkeys.test.ts fails
  const text = `delete from passkey_challenges where challenge_hash = $1 and audience = $2 and purpose = $3
    and account_id is not distinct from $4 and expires_at > $5`;
  const values = [hashChallenge(challenge), audience, purpose, account_id, now];
  return (await db.query(text, values)).rowCount > 0;
}

/** Delete the challenges that have expired. @returns the number of deleted challenges */
export async function deleteExpiredChallenges(db: Queryable, now: Date): Promise<number> {
  return (await db.query("delete from passkey_challenges where expires_at <= $1", [now])).rowCount;
}
