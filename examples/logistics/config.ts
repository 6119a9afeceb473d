import { resolve } from "node:path";
import { type AppConfig, readAddress, readAppConfig } from "@souk/app-sdk";

export interface LogisticsConfig {
  /** Settings that the platform and the app share. */
  app: AppConfig;
  /** Host that the app listens on. */
  host: string;
  port: number;
  /** Folder of the stores' tokens and the parcels. */
  dataDir: string;
}

/**
 * Read the app's settings; no other part of the app reads the environment.
 *
 * Besides those of the SDK there are PORT (4110), HOST (127.0.0.1) and DATA_DIR (data, beside this file).
 * @throws ConfigError with a sentence for each setting that cannot be used
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): LogisticsConfig {
  const address = readAddress(env, 4110);
  const app = readAppConfig(env, {
    appUrl: `http://localhost:${address.port}/`,
    scopes: ["read_orders", "write_orders", "read_fulfillments", "write_fulfillments"],
    storeDomainSuffix: ".souk.localhost",
  });
  return { app, ...address, dataDir: resolve(import.meta.dirname, env["DATA_DIR"] || "data") };
}
