import type { Database } from "@souk/database";
import type { Platform } from "../create-platform.ts";
import { type DemoSeed, seedDemo } from "../demo/seed-demo.ts";

/**
 * Makes the demo shop of a development server, once for a database.
 * @returns what is shown this once; null when the demo was there
 */
export function makeDemo(database: Database, platform: Platform): Promise<DemoSeed | null> {
  const { people, stores, partners } = platform.modules;
  return seedDemo(database, { people, stores, partners, storage: platform.files.storage });
}
