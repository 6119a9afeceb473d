import { resolve } from "node:path";
import { type AppConfig, readAddress, readAppConfig } from "@souk/app-sdk";

export interface LogisticsConfig {
  /** What the platform and the app know of each other. */
  app: AppConfig;
  /** Where the app listens. */
  host: string;
  port: number;
  /** The folder where the shops' tokens and the parcels are kept. */
  dataDir: string;
}

/**
 * Reads the app's settings; nothing else of it looks at the environment.
 *
 * Beside those of the SDK there are PORT (4110), HOST (127.0.0.1) and DATA_DIR (data, beside this file).
 * @throws ConfigError with a sentence for each one that cannot be used
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
