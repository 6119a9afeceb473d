import { resolve } from "node:path";
import { type AppConfig, readAddress, readAppConfig } from "@souk/app-sdk";

/** The settings of Logistics. */
export interface LogisticsConfig {
  /** Settings of the SDK, such as the app's credentials and its URL. */
  app: AppConfig;
  /** Host that the app listens on. */
  host: string;
  port: number;
  /** Folder where the parcels and the stores' access tokens are saved. */
  dataDir: string;
}

/**
 * Read the app's settings from the environment. No other part of the app reads the environment.
 *
 * In addition to the SDK's settings there are PORT (default 4110), HOST (127.0.0.1) and DATA_DIR (the folder `data` beside
 * this file).
 * @throws ConfigError with a sentence for each invalid setting
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
