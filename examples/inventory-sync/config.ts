import { resolve } from "node:path";
import { type AppConfig, ConfigError, readAddress, readAppConfig } from "@souk/app-sdk";

export interface SyncConfig {
  /** Settings that the platform and the app share. */
  app: AppConfig;
  /** Host that the app listens on. */
  host: string;
  port: number;
  /** Folder of the stores' tokens. */
  dataDir: string;
  /** Seconds from the end of one reconciliation to the start of the next. */
  reconcileSeconds: number;
}

/**
 * Read the app's settings; no other part of the app reads the environment.
 *
 * Besides those of the SDK there are PORT (4100), HOST (127.0.0.1), DATA_DIR (data, beside this file) and
 * RECONCILE_SECONDS (600).
 * @throws ConfigError with a sentence for each setting that cannot be used
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
    reconcileSeconds: readSeconds(env["RECONCILE_SECONDS"] || "600"),
  };
}

function readSeconds(text: string): number {
  const read = Number(text);
  if (Number.isInteger(read) && read >= 1 && read <= 86_400) return read;
  throw new ConfigError([`RECONCILE_SECONDS is ${JSON.stringify(text)}; it takes seconds from 1 to 86400.`]);
}
