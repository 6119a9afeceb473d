import type { Queryable } from "@souk/database";
import type { Vault } from "../../secrets/vault.ts";
import type { ClientSecret } from "./client-secret.ts";
import { createForgetful } from "./forgetful.ts";
import { judgeSecrets } from "./secret-rules.ts";
import { placeOfSecret, type SecretRow, selectSecrets } from "./secret-store.ts";

/** The client secrets of an app at one moment. */
export interface AppSecrets {
  /** Accepted at the token exchange: one, or two while the secret is rotated. */
  accepted: readonly ClientSecret[];
  /** What Souk signs with. */
  signing: ClientSecret;
}

export interface SecretReader {
  /** Null when the app has none, which means that there is no such app. */
  secretsOf(run: Queryable, appId: number, now: Date): Promise<AppSecrets | null>;
  /** The same for many apps in one query; an app without a secret has no entry. */
  secretsOfApps(
    run: Queryable,
    appIds: readonly number[],
    now: Date,
  ): Promise<ReadonlyMap<number, AppSecrets>>;
}

const keepMs = 5 * 60_000;

/**
 * Makes the reader of client secrets, for the token exchange and for whatever signs. Which secrets count is asked of
 * the database each time, so that a revocation holds at once on every process; only what was opened is kept, 5 minutes.
 */
export function createSecretReader(vault: Vault): SecretReader {
  const opened = createForgetful<number, ClientSecret>(keepMs);
  const open = (row: SecretRow) =>
    opened.get(row.id, () => vault.open(placeOfSecret(row.id), row) as ClientSecret);

  const secretsOfApps: SecretReader["secretsOfApps"] = async (run, appIds, now) => {
    const byApp = Map.groupBy(await selectSecrets(run, appIds), (row) => row.app_id);
    const found = new Map<number, AppSecrets>();
    for (const [appId, rows] of byApp) {
      const { signing, next } = judgeSecrets(rows, now);
      if (signing === null) continue;
      const accepted = [signing, ...(next ? [next] : [])].map(open);
      found.set(appId, { accepted, signing: open(signing) });
    }
    return found;
  };
  return {
    secretsOfApps,
    secretsOf: async (run, appId, now) => (await secretsOfApps(run, [appId], now)).get(appId) ?? null,
  };
}
