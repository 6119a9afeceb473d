import { findFreePort } from "@souk/testkit";
import { type PlatformProcess, startPlatform } from "./platform-process.ts";

/** The number of database connections of a platform, and of its floor, the minimal server that it is compared with. */
export const connectionCount = 16;

/** The suffix of the stores' hostnames. */
export const storeDomain = "souk.localhost";

/** Start a platform in production mode on an existing database. @param dataDir the platform's data directory */
export async function startBenchPlatform(databaseUrl: string, dataDir: string): Promise<PlatformProcess> {
  const port = await findFreePort();
  const variables = {
    SOUK_MODE: "production",
    SOUK_ALLOW_ROOT: "1",
    SOUK_HOST: "127.0.0.1",
    SOUK_PUBLIC_URL: `http://${storeDomain}:${port}`,
    SOUK_SECRET_KEY: "00".repeat(32),
    DATABASE_URL: databaseUrl,
    SOUK_MAX_CONNECTIONS: String(connectionCount),
    // Requests are counted for the rate limit, but never reach it.
    SOUK_RATE_LIMIT_BUCKET: "1000000",
    SOUK_RATE_LIMIT_REFILL: "1000000",
  };
  return startPlatform({ dataDir, port, startedWith: "node", variables });
}
