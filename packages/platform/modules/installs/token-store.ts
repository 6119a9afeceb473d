import type { Queryable } from "@souk/database";
import type { RandomText } from "../../runtime/random.ts";
import { createToken, hashToken, type OpaqueToken } from "./opaque-token.ts";

/**
 * Create an access token of an installation and store its hash. The token itself is not stored, so it cannot be shown again
 * (INS-8).
 */
export async function issueAccessToken(
  tx: Queryable,
  grant: { installation_id: number; store_id: number; scopes: readonly string[] },
  random: RandomText,
): Promise<OpaqueToken> {
  const token = createToken("access_token", random);
  await tx.query(
    "insert into access_tokens (hash, installation_id, store_id, scopes, hint) values ($1, $2, $3, $4, $5)",
    [hashToken(token), grant.installation_id, grant.store_id, grant.scopes, token.slice(-4)],
  );
  return token;
}

/** Record that a token was used, unless a use in the last hour is recorded already. */
export async function recordTokenUse(db: Queryable, hash: Buffer): Promise<void> {
  await db.query(
    `update access_tokens set last_used_at = clock_timestamp()
     where hash = $1 and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 hour')`,
    [hash],
  );
}

/**
 * The time at which a token of an installation was last used, for a statement in which the row of the installation has the alias
 * `installation`.
 */
export const tokenLastUsedAtSql = `
  (select max(token.last_used_at) from access_tokens token where token.installation_id = installation.id)
    as token_last_used_at`;

/**
 * Revoke all tokens of an installation. Later requests with these tokens get the error `token_revoked` (API-1).
 */
export async function revokeTokens(tx: Queryable, installationId: number, now: Date): Promise<void> {
  await tx.query(
    `with deleted as (delete from access_tokens where installation_id = $1 returning hash)
     insert into revoked_tokens (hash, revoked_at) select hash, $2 from deleted`,
    [installationId, now],
  );
}

/** Days for which a revoked token is distinguished from an unknown one. */
const retentionDays = 90;

/**
 * Delete the hashes of tokens that were revoked more than 90 days ago. Afterwards, requests with these tokens get `token_invalid`
 * instead of `token_revoked`. A background job calls this function.
 *
 * @returns the number of deleted hashes
 */
export async function deleteOldRevokedTokens(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    "delete from revoked_tokens where revoked_at < $1::timestamptz - $2 * interval '1 day'",
    [now, retentionDays],
  );
  return rowCount;
}
