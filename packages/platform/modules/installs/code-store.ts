import { defineStatement, type Queryable } from "@souk/database";

/** Milliseconds for which an authorization code can be redeemed (INS-9). */
export const codeLifetimeMs = 5 * 60_000;

/** An authorization code to insert. */
export interface NewCode {
  /** The hash of the code, which is stored instead of the code itself. */
  hash: Buffer;
  app_id: number;
  store_id: number;
  account_id: number;
  scopes: readonly string[];
  redirect_uri: string;
  code_challenge: string | null;
  /** The hash that identifies the consent form with which the merchant approved the request. */
  consent_hash: Buffer;
  now: Date;
}

/** Insert a new code. @returns false, without inserting the code, if a code was already created from the same consent form */
export async function insertCode(db: Queryable, code: NewCode): Promise<boolean> {
  const { hash, app_id, store_id, account_id, scopes, redirect_uri, code_challenge, consent_hash, now } =
    code;
  // guard consent-counts-once: with `do update set consent_hash = excluded.hash` instead of `do nothing`, consent-form.test.ts fails at `P33`
  const { rowCount } = await db.query(
    `insert into authorization_codes
       (hash, app_id, store_id, account_id, scopes, redirect_uri, consent_hash, created_at, expires_at, code_challenge)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (consent_hash) do nothing`,
    [
      hash,
      app_id,
      store_id,
      account_id,
      scopes,
      redirect_uri,
      consent_hash,
      now,
      new Date(now.getTime() + codeLifetimeMs),
      code_challenge,
    ],
  );
  return rowCount === 1;
}

/** The hash of a code, with the app, store and PKCE challenge for which the code must have been created. */
export interface CodeKey {
  hash: Buffer;
  app_id: number;
  store_id: number;
  /** The challenge computed from the sent verifier; null if no verifier was sent. */
  code_challenge: string | null;
}

// A verifier for a code without a challenge is rejected too, because somebody may have removed the challenge from the
// authorize request (RFC 9700, section 2.1.1).
// guard pkce-verifier: without `and code_challenge is not distinct from $5`, pkce.test.ts fails
// guard code-redeemed-once: without `redeemed_at is null and`, exchange-code.test.ts fails at `P30|INS-10`
const redeemStatement = defineStatement(
  "code_redeem",
  `
        update authorization_codes set redeemed_at = $4
        where hash = $1 and app_id = $2 and store_id = $3 and redeemed_at is null and expires_at >= $4
          and code_challenge is not distinct from $5
        returning scopes, account_id`,
);

/**
 * Redeem a code with a single conditional statement, so that only one of several simultaneous calls succeeds
 * (INS-12).
 *
 * @returns the approved scopes and who approved them, or null if the code cannot be redeemed
 */
export async function redeemCode(
  tx: Queryable,
  { hash, app_id, store_id, code_challenge }: CodeKey,
  now: Date,
): Promise<{ scopes: string[]; account_id: number } | null> {
  const values = [hash, app_id, store_id, now, code_challenge];
  return (await tx.maybeOne<{ scopes: string[]; account_id: number }>(redeemStatement, values)) ?? null;
}

/** Why a code cannot be redeemed. */
export type CodeRejectionReason = "unknown" | "redeemed" | "expired" | "verifier_missing" | "wrong_verifier";

/**
 * Find out why a code could not be redeemed. A code that was redeemed and has expired counts as redeemed
 * (docs/spec/decided.md#token-exchange).
 */
export async function findCodeRejectionReason(db: Queryable, code: CodeKey): Promise<CodeRejectionReason> {
  const { hash, app_id, store_id, code_challenge } = code;
  const row = await db.maybeOne<{ redeemed: boolean; code_challenge: string | null }>(
    `select redeemed_at is not null as redeemed, code_challenge from authorization_codes
     where hash = $1 and app_id = $2 and store_id = $3`,
    [hash, app_id, store_id],
  );
  if (row === undefined) return "unknown";
  if (row.redeemed) return "redeemed";
  if (row.code_challenge === code_challenge) return "expired";
  return code_challenge === null ? "verifier_missing" : "wrong_verifier";
}

/** Record which installation was created or extended by redeeming a code. */
export async function setCodeInstallation(
  tx: Queryable,
  hash: Buffer,
  installationId: number,
): Promise<void> {
  await tx.query("update authorization_codes set installation_id = $2 where hash = $1", [
    hash,
    installationId,
  ]);
}

/**
 * Expire the unredeemed codes of an app in a store, so that an earlier approval cannot reinstall the app after an
 * uninstall. The expiry is set one whole lifetime into the past, so that a process whose clock is behind rejects
 * the codes too.
 */
export async function expireOpenCodes(
  tx: Queryable,
  { store_id, app_id }: { store_id: number; app_id: number },
  now: Date,
): Promise<void> {
  await tx.query(
    `update authorization_codes set expires_at = $3::timestamptz - $4 * interval '1 ms'
     where store_id = $1 and app_id = $2 and redeemed_at is null and expires_at >= $3`,
    [store_id, app_id, now, codeLifetimeMs],
  );
}

/** Days for which an expired code is kept, so that an app that sends it gets the error `redeem_timeout`. */
const retentionDays = 7;

/** Delete codes that expired more than a week ago. A background job calls this function. @returns the number of deleted codes */
export async function deleteExpiredCodes(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    "delete from authorization_codes where expires_at < $1::timestamptz - $2 * interval '1 day'",
    [now, retentionDays],
  );
  return rowCount;
}
