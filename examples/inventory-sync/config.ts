import { resolve } from "node:path";
import { type AppConfig, readAddress, readAppConfig } from "@souk/app-sdk";

export interface SyncConfig {
  /** What the platform and the app know of each other. */
  app: AppConfig;
  /** Where the app listens. */
  host: string;
  port: number;
  /** The folder where the shops' tokens are kept. */
  dataDir: string;
}

/**
 * Reads the app's settings; nothing else of it looks at the environment.
 *
 * Beside those of the SDK there are PORT (4100), HOST (127.0.0.1) and DATA_DIR (data, beside this file).
 * @throws ConfigError with a sentence for each one that cannot be used
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
  };
}
