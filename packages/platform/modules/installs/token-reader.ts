import { createBatchLoader, type Database, defineStatement } from "@souk/database";
import type { Installation } from "../../infrastructure/routing/call.ts";
import { appIsNotSuspended } from "../../infrastructure/suspension.ts";
import type { StoreRow } from "../stores/index.ts";
import { hashToken, parseOpaqueToken } from "./opaque-token.ts";
import { recordTokenUse } from "./token-store.ts";

/** What a valid token gives access to, or why the token is rejected. */
export type TokenResult =
  | {
      ok: true;
      installation: Installation;
      store: StoreRow;
      /** The scopes of this token, which can be fewer than those of the installation. */
      scopes: ReadonlySet<string>;
    }
  | { ok: false; reason: "token_invalid" | "token_revoked" | "app_disabled" | "app_suspended" };

/** Looks up an access token, which a request sends in the `Service-Access-Token` header. */
export type TokenReader = (token: string) => Promise<TokenResult>;

interface TokenRow extends StoreRow {
  hash: Buffer;
  scopes: string[];
  installation_id: number;
  app_id: number;
  app_handle: string;
  status: "enabled" | "disabled" | "uninstalling" | "uninstalled";
  /**
   * Whether the app or its partner is suspended. The suspension of the store is in the store's columns, and the pipeline
   * checks it.
   */
  app_suspended: boolean;
  /** Whether this use of the token must be recorded, because no use in the last hour is recorded. */
  is_use_unrecorded: boolean;
}

const tokensStatement = defineStatement(
  "tokens_by_hash",
  `
    select token.hash, token.scopes, installation.id as installation_id, installation.status,
      app.id as app_id, app.handle as app_handle,
      not ${appIsNotSuspended} as app_suspended,
      token.last_used_at is null or token.last_used_at < clock_timestamp() - interval '1 hour' as is_use_unrecorded,
      store.id, store.handle, store.timezone, store.currency_code, store.display_version, store.suspended_at,
      store.suspended_reason
    from access_tokens token
    join installations installation on installation.id = token.installation_id
    join apps app on app.id = installation.app_id
    join stores store on store.id = token.store_id
    left join partners partner on partner.id = app.partner_id
    where token.hash = any($1)`,
);

const revokedTokensStatement = defineStatement(
  "revoked_tokens_by_hash",
  "select hash from revoked_tokens where hash = any($1)",
);

/**
 * Create the function that looks up access tokens for the pipeline (API-1). Tokens that are looked up in one event-loop turn
 * share one query. Nothing is cached, so a revocation takes effect with the next request in every process.
 *
 * The caller checks that the request came to the hostname of the token's store (API-3).
 */
export function createTokenReader(database: Database): TokenReader {
  const loadToken = createBatchLoader(createHashLookup<TokenRow>(database, tokensStatement));
  const recordUse = createUseRecorder(database);
  const loadRevokedToken = createBatchLoader(
    createHashLookup<{ hash: Buffer }>(database, revokedTokensStatement),
  );

  return async (text) => {
    const token = parseOpaqueToken("access_token", text);
    if (token === null) return { ok: false, reason: "token_invalid" };
    const key = hashToken(token).toString("hex");
    const row = await loadToken(key);
    if (row === undefined) {
      const revokedToken = await loadRevokedToken(key);
      return { ok: false, reason: revokedToken === undefined ? "token_invalid" : "token_revoked" };
    }
    const result = toTokenResult(row);
    if (result.ok && row.is_use_unrecorded) await recordUse(key);
    return result;
  };
}

// INS-16: the token still works while the app is `uninstalling`. It is revoked when the installation is removed.
function toTokenResult(row: TokenRow): TokenResult {
  if (row.status === "uninstalled") return { ok: false, reason: "token_revoked" };
  // guard suspended-token: without it, suspend-app.test.ts fails at `token fails`
  if (row.app_suspended) return { ok: false, reason: "app_suspended" };
  if (row.status === "disabled") return { ok: false, reason: "app_disabled" };
  const { id, handle, timezone, currency_code, display_version, suspended_at, suspended_reason } = row;
  return {
    ok: true,
    installation: { id: row.installation_id, app_id: row.app_id, app_handle: row.app_handle },
    store: { id, handle, timezone, currency_code, display_version, suspended_at, suspended_reason },
    scopes: new Set(row.scopes),
  };
}

/**
 * Create the function that records the use of a token. Requests with the same token that arrive while a use is being recorded
 * wait for the same statement.
 */
function createUseRecorder(database: Database): (key: string) => Promise<void> {
  const pendingRecordings = new Map<string, Promise<void>>();
  return (key) => {
    const recording =
      pendingRecordings.get(key) ??
      recordTokenUse(database, Buffer.from(key, "hex")).finally(() => pendingRecordings.delete(key));
    pendingRecordings.set(key, recording);
    return recording;
  };
}

/** Create a function that loads rows by their hashes. The keys are the hashes in hexadecimal. */
function createHashLookup<Row extends { hash: Buffer }>(
  database: Database,
  statement: { name: string; text: string },
) {
  return async (keys: string[]): Promise<ReadonlyMap<string, Row>> => {
    const rows = await database.many<Row>(statement, [keys.map((key) => Buffer.from(key, "hex"))]);
    return new Map(rows.map((row) => [row.hash.toString("hex"), row]));
  };
}
