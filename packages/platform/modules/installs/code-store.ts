import type { Queryable } from "@souk/database";

/** How long an authorization code can be redeemed, in ms (INS-9). */
export const codeLifetimeMs = 5 * 60_000;

export interface NewCode {
  hash: Buffer;
  app_id: number;
  store_id: number;
  account_id: number;
  scopes: readonly string[];
  redirect_uri: string;
  consent_hash: Buffer;
  now: Date;
}

/** Keeps a new code; false when its consent form has made one already. */
export async function insertCode(run: Queryable, code: NewCode): Promise<boolean> {
  const { hash, app_id, store_id, account_id, scopes, redirect_uri, consent_hash, now } = code;
  const { rowCount } = await run.query(
    `insert into authorization_codes
       (hash, app_id, store_id, account_id, scopes, redirect_uri, consent_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
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
    ],
  );
  return rowCount === 1;
}

/** A code as its app sends it to the shop that it is of: another app's or shop's code does not exist. */
export interface SentCode {
  hash: Buffer;
  app_id: number;
  store_id: number;
}

/**
 * Redeems a code if it can be redeemed. One conditional statement: of any number at once the row lock lets one through
 * and shows the others that it is redeemed (INS-12).
 *
 * @returns the scopes that were approved, or null
 */
export async function redeemCode(tx: Queryable, code: SentCode, now: Date): Promise<string[] | null> {
  const { rows } = await tx.query<{ scopes: string[] }>(
    {
      name: "code_redeem",
      text: `
        update authorization_codes set redeemed_at = $4
        where hash = $1 and app_id = $2 and store_id = $3 and redeemed_at is null and expires_at >= $4
        returning scopes`,
    },
    [code.hash, code.app_id, code.store_id, now],
  );
  return rows[0]?.scopes ?? null;
}

export type CodeState = "unknown" | "redeemed" | "expired";

/** Why a code was not redeemed. One that is redeemed and old counts as redeemed (gaps.md, "Errors"). */
export async function codeState(run: Queryable, { hash, app_id, store_id }: SentCode): Promise<CodeState> {
  const { rows } = await run.query<{ redeemed: boolean }>(
    `select redeemed_at is not null as redeemed from authorization_codes
     where hash = $1 and app_id = $2 and store_id = $3`,
    [hash, app_id, store_id],
  );
  const [row] = rows;
  if (row === undefined) return "unknown";
  return row.redeemed ? "redeemed" : "expired";
}

/** Remembers which installation a redeemed code made or extended. */
export async function linkCode(tx: Queryable, hash: Buffer, installationId: number): Promise<void> {
  await tx.query("update authorization_codes set installation_id = $2 where hash = $1", [
    hash,
    installationId,
  ]);
}

/**
 * Ends the codes of an app in a store that nobody has redeemed yet: an approval of before must not undo an uninstall. They
 * end a lifetime ago, so that no process whose clock is behind takes one that is ended here.
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

/** How long a code is remembered, so that its app reads what became of it, in days. */
const rememberedDays = 7;

/** Housekeeping: forgets codes that ended a week ago. Answers how many. */
export async function sweepCodes(run: Queryable, now: Date): Promise<number> {
  const { rowCount } = await run.query(
    "delete from authorization_codes where expires_at < $1::timestamptz - $2 * interval '1 day'",
    [now, rememberedDays],
  );
  return rowCount;
}
