import type { Database } from "@souk/database";
import { filesDirectory, type Platform } from "../create-platform.ts";
import { type DemoSeed, seedDemo } from "../demo/seed-demo.ts";

/**
 * Makes the demo shop of a development server, once for a database.
 * @param dataDir where its pictures go
 * @returns what is shown this once; null when the demo was there
 */
export function makeDemo(database: Database, platform: Platform, dataDir: string): Promise<DemoSeed | null> {
  const { people, stores, partners } = platform.modules;
  return seedDemo(database, { people, stores, partners, filesDirectory: filesDirectory(dataDir) });
}
