import type { Queryable } from "@souk/database";
import type { RandomText } from "../../random.ts";
import { createToken, hashToken, type OpaqueToken } from "./opaque-token.ts";

/** Makes an access token of an installation and keeps its hash; the token itself is shown this once (INS-8). */
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

/** Revokes all tokens of an installation; who still sends one reads that it was revoked (API-1). */
export async function revokeTokens(tx: Queryable, installationId: number, now: Date): Promise<void> {
  await tx.query(
    `with gone as (delete from access_tokens where installation_id = $1 returning hash)
     insert into revoked_tokens (hash, revoked_at) select hash, $2 from gone`,
    [installationId, now],
  );
}

/** How long a revoked token is told from one that never was, in days. */
const rememberedDays = 90;

/**
 * Housekeeping: forgets the tokens that were revoked 90 days ago; whoever still sends one then reads token_invalid in place
 * of token_revoked. Answers how many.
 */
export async function sweepRevokedTokens(run: Queryable, now: Date): Promise<number> {
  const { rowCount } = await run.query(
    "delete from revoked_tokens where revoked_at < $1::timestamptz - $2 * interval '1 day'",
    [now, rememberedDays],
  );
  return rowCount;
}
