import { freePort } from "@souk/testkit";
import { type PlatformProcess, startPlatform } from "./platform-process.ts";

/** The number of connections of a platform to its database, and of its floor. */
export const connections = 16;

/** The domain suffix of stores' hostnames. */
export const domain = "souk.localhost";

/** Start a platform in production mode on an existing database. @param dataDir a folder for its own files */
export async function startBenchPlatform(databaseUrl: string, dataDir: string): Promise<PlatformProcess> {
  const port = await freePort();
  const variables = {
    SOUK_MODE: "production",
    SOUK_HOST: "127.0.0.1",
    SOUK_PUBLIC_URL: `http://${domain}:${port}`,
    SOUK_SECRET_KEY: "00".repeat(32),
    DATABASE_URL: databaseUrl,
    SOUK_MAX_CONNECTIONS: String(connections),
    // The limit is counted as ever, and never reached.
    SOUK_RATE_LIMIT_BUCKET: "1000000",
    SOUK_RATE_LIMIT_REFILL: "1000000",
  };
  return startPlatform({ dataDir, port, through: "node", variables });
}
