import type { Queryable } from "@souk/database";
import { LRUCache } from "lru-cache";
import type { Vault } from "../../runtime/secrets/vault.ts";
import type { ClientSecret } from "./client-secret.ts";
import { classifySecrets } from "./secret-rules.ts";
import { placeOfSecret, type SecretRow, selectSecrets } from "./secret-store.ts";

/** The client secrets of an app at one moment. */
export interface AppSecrets {
  /** The secrets accepted at the token exchange: one, or two during a rotation. */
  accepted: readonly ClientSecret[];
  /** The secret that Souk signs with. */
  signing: ClientSecret;
}

export interface SecretReader {
  /** Load the secrets of an app; null when it has none, which means that the app does not exist. */
  loadSecrets(db: Queryable, appId: number, now: Date): Promise<AppSecrets | null>;
  /** Load the secrets of many apps in one query; an app without a secret has no entry. */
  secretsOfApps(
    db: Queryable,
    appIds: readonly number[],
    now: Date,
  ): Promise<ReadonlyMap<number, AppSecrets>>;
}

const keepMs = 5 * 60_000;
const maxKept = 10_000;

/**
 * Create the reader of client secrets, for the token exchange and for signing. Each call asks the database
 * which secrets are valid, so that a revocation takes effect at once on every process; only opened secrets
 * are cached, for 5 minutes.
 */
export function createSecretReader(vault: Vault): SecretReader {
  // Purged by a timer: an opened secret leaves the memory even when nobody asks for it again.
  const opened = new LRUCache<number, ClientSecret>({ max: maxKept, ttl: keepMs, ttlAutopurge: true });
  const open = (row: SecretRow): ClientSecret => {
    const known = opened.get(row.id);
    if (known !== undefined) return known;
    const secret = vault.open(placeOfSecret(row.id), row) as ClientSecret;
    opened.set(row.id, secret);
    return secret;
  };

  const secretsOfApps: SecretReader["secretsOfApps"] = async (db, appIds, now) => {
    const byApp = Map.groupBy(await selectSecrets(db, appIds), (row) => row.app_id);
    const found = new Map<number, AppSecrets>();
    for (const [appId, rows] of byApp) {
      const { signing, next } = classifySecrets(rows, now);
      if (signing === null) continue;
      const accepted = [signing, ...(next ? [next] : [])].map(open);
      found.set(appId, { accepted, signing: open(signing) });
    }
    return found;
  };
  return {
    secretsOfApps,
    loadSecrets: async (db, appId, now) => (await secretsOfApps(db, [appId], now)).get(appId) ?? null,
  };
}
