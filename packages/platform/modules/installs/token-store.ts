import type { Queryable } from "@souk/database";
import type { RandomText } from "../../runtime/random.ts";
import { createToken, hashToken, type OpaqueToken } from "./opaque-token.ts";

/**
 * Create an access token of an installation and store its hash; the token itself is shown only this once
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

/**
 * Revoke all tokens of an installation; later requests with them get the error for revoked tokens (API-1).
 */
export async function revokeTokens(tx: Queryable, installationId: number, now: Date): Promise<void> {
  await tx.query(
    `with gone as (delete from access_tokens where installation_id = $1 returning hash)
     insert into revoked_tokens (hash, revoked_at) select hash, $2 from gone`,
    [installationId, now],
  );
}

/** Days for which a revoked token is distinguished from an unknown one. */
const rememberedDays = 90;

/**
 * Delete the tokens that were revoked 90 days ago, and return their number; a background job. A request with
 * such a token then gets token_invalid instead of token_revoked.
 */
export async function sweepRevokedTokens(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    "delete from revoked_tokens where revoked_at < $1::timestamptz - $2 * interval '1 day'",
    [now, rememberedDays],
  );
  return rowCount;
}
