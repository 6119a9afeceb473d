import { createBatchLoader, type Database, defineStatement } from "@souk/database";
import type { Installation } from "../../infrastructure/routing/call.ts";
import { appIsLifted } from "../../infrastructure/suspension.ts";
import type { StoreRow } from "../stores/index.ts";
import { hashToken, readOpaqueToken } from "./opaque-token.ts";

export type ReadToken =
  | {
      ok: true;
      installation: Installation;
      /** The store's row, which `storeOf` converts to a `Store`. */
      store: StoreRow;
      scopes: ReadonlySet<string>;
    }
  | { ok: false; reason: "token_invalid" | "token_revoked" | "app_disabled" | "app_suspended" };

/** Reads the value of `Service-Access-Token`. */
export type TokenReader = (token: string) => Promise<ReadToken>;

interface TokenRow extends StoreRow {
  hash: Buffer;
  scopes: string[];
  installation_id: number;
  app_id: number;
  app_handle: string;
  status: "enabled" | "disabled" | "uninstalling" | "uninstalled";
  /**
   * Whether the app or its partner is suspended; the store's suspension is in its columns, and the pipeline
   * rejects the request.
   */
  app_suspended: boolean;
}

const liveTokens = defineStatement(
  "tokens_by_hash",
  `
    select token.hash, token.scopes, installation.id as installation_id, installation.status,
      app.id as app_id, app.handle as app_handle,
      not ${appIsLifted} as app_suspended,
      store.id, store.handle, store.timezone, store.currency_code, store.display_version, store.suspended_at,
      store.suspended_reason
    from access_tokens token
    join installations installation on installation.id = token.installation_id
    join apps app on app.id = installation.app_id
    join stores store on store.id = token.store_id
    left join partners partner on partner.id = app.partner_id
    where token.hash = any($1)`,
);

const revokedTokens = defineStatement(
  "revoked_tokens_by_hash",
  "select hash from revoked_tokens where hash = any($1)",
);

/**
 * Create the reader of access tokens for the pipeline (API-1). Nothing is cached between two event-loop
 * turns, so a revocation takes effect with the next request, on every process; the tokens of one turn share
 * one query.
 *
 * The reader returns the installation, its store and the token's own scopes, or why there are none. The
 * pipeline checks that the request came to this store's hostname (API-3).
 */
export function createTokenReader(database: Database): TokenReader {
  const live = createBatchLoader(byHash<TokenRow>(database, liveTokens));
  const revoked = createBatchLoader(byHash<{ hash: Buffer }>(database, revokedTokens));

  return async (text) => {
    const token = readOpaqueToken("access_token", text);
    if (token === null) return { ok: false, reason: "token_invalid" };
    const key = hashToken(token).toString("hex");
    const row = await live(key);
    if (row === undefined) {
      return { ok: false, reason: (await revoked(key)) === undefined ? "token_invalid" : "token_revoked" };
    }
    return toReadToken(row);
  };
}

// While the uninstall notice is on its way the token still works: INS-16 revokes it with the removal.
function toReadToken(row: TokenRow): ReadToken {
  if (row.status === "uninstalled") return { ok: false, reason: "token_revoked" };
  // guard: suspended-token: suspend-app.test.ts token fails
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

function byHash<Row extends { hash: Buffer }>(database: Database, statement: { name: string; text: string }) {
  return async (keys: string[]): Promise<ReadonlyMap<string, Row>> => {
    const rows = await database.many<Row>(statement, [keys.map((key) => Buffer.from(key, "hex"))]);
    return new Map(rows.map((row) => [row.hash.toString("hex"), row]));
  };
}
