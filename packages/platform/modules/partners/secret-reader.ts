import type { Queryable } from "@souk/database";
import { LRUCache } from "lru-cache";
import type { Vault } from "../../runtime/secrets/vault.ts";
import type { ClientSecret } from "./client-secret.ts";
import { classifySecrets } from "./secret-rules.ts";
import {
  getSecretField,
  recordSecretUse,
  type SecretRow,
  selectSecrets,
  type UsedSecret,
} from "./secret-store.ts";

/** The valid client secrets of an app. */
export interface AppSecrets {
  /** The secrets that the token exchange accepts. There is one, or two during a rotation. */
  accepted: readonly ClientSecret[];
  /** The secret that Souk signs with. */
  signing: ClientSecret;
}

/** Loads and decrypts client secrets. */
export interface SecretReader {
  /** Load the secrets of an app, or return null if it has none, which means that the app does not exist. */
  loadSecrets(db: Queryable, appId: number, now: Date): Promise<AppSecrets | null>;
  /** Load the secrets of several apps in one query, by app id. An app without a secret has no entry. */
  loadSecretsOfApps(
    db: Queryable,
    appIds: readonly number[],
    now: Date,
  ): Promise<ReadonlyMap<number, AppSecrets>>;
  /** Record that an app used a secret at the token exchange, at most once an hour. */
  recordUse(db: Queryable, secret: UsedSecret, now: Date): Promise<void>;
}

/** How long a decrypted secret is cached. */
const cacheMs = 5 * 60_000;
/** The maximum number of decrypted secrets that are cached. */
const maxCachedSecrets = 10_000;

/**
 * Create the reader of client secrets, for the token exchange and for signing. Each call loads the valid secrets from the
 * database, so that a revocation takes effect at once in every process. Only decrypted secrets are cached, for 5 minutes.
 */
export function createSecretReader(vault: Vault): SecretReader {
  // `ttlAutopurge` removes decrypted secrets from memory by a timer, even if they are not requested again.
  const cache = new LRUCache<number, ClientSecret>({
    max: maxCachedSecrets,
    ttl: cacheMs,
    ttlAutopurge: true,
  });
  const open = (row: SecretRow): ClientSecret => {
    const cachedSecret = cache.get(row.id);
    if (cachedSecret !== undefined) return cachedSecret;
    const secret = vault.open(getSecretField(row.id), row) as ClientSecret;
    cache.set(row.id, secret);
    return secret;
  };

  const loadSecretsOfApps: SecretReader["loadSecretsOfApps"] = async (db, appIds, now) => {
    const rowsByApp = Map.groupBy(await selectSecrets(db, appIds), (row) => row.app_id);
    const secretsByApp = new Map<number, AppSecrets>();
    for (const [appId, rows] of rowsByApp) {
      const { signing, next } = classifySecrets(rows, now);
      if (signing === null) continue;
      const accepted = [signing, ...(next ? [next] : [])].map(open);
      secretsByApp.set(appId, { accepted, signing: open(signing) });
    }
    return secretsByApp;
  };
  return {
    loadSecretsOfApps,
    loadSecrets: async (db, appId, now) => (await loadSecretsOfApps(db, [appId], now)).get(appId) ?? null,
    recordUse: recordSecretUse,
  };
}
