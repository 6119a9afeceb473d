import { resolve } from "node:path";
import { type AppConfig, ConfigError, readAddress, readAppConfig } from "@souk/app-sdk";

/** The settings of Inventory Sync. */
export interface SyncConfig {
  /** Settings of the SDK, such as the app's credentials and its URL. */
  app: AppConfig;
  /** Host that the app listens on. */
  host: string;
  port: number;
  /** Folder where the access tokens of the stores are saved. */
  dataDir: string;
  /** Seconds from the end of one reconciliation to the start of the next. */
  reconcileSeconds: number;
}

/**
 * Read the app's settings from the environment. No other part of the app reads the environment.
 *
 * In addition to the SDK's settings there are PORT (default 4100), HOST (127.0.0.1), DATA_DIR (the folder `data` beside this
 * file) and RECONCILE_SECONDS (600).
 * @throws ConfigError with a sentence for each invalid setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): SyncConfig {
  const address = readAddress(env, 4100);
  return {
    app: readAppConfig(env, {
      appUrl: `http://localhost:${address.port}/`,
      scopes: ["read_products", "write_products"],
      storeDomainSuffix: ".souk.localhost",
    }),
    ...address,
    dataDir: resolve(import.meta.dirname, env["DATA_DIR"] || "data"),
    reconcileSeconds: parseReconcileSeconds(env["RECONCILE_SECONDS"] || "600"),
  };
}

function parseReconcileSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400) return seconds;
  throw new ConfigError([
    `RECONCILE_SECONDS is ${JSON.stringify(text)}, but it must be a whole number of seconds from 1 to 86400.`,
  ]);
}
