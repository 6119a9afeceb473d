import type { Database } from "@souk/database";
import type { Platform } from "../create-platform.ts";
import { type DemoSeed, seedDemo } from "../demo/seed-demo.ts";
import { seedLogistics } from "../demo/seed-logistics.ts";

/**
 * Makes the demo shop of a development server, once for a database, and adds what a demo of an earlier release lacks.
 * @returns what is shown this once; null when the demo was there
 */
export async function makeDemo(database: Database, platform: Platform): Promise<DemoSeed | null> {
  const { people, stores, partners } = platform.modules;
  const made = await seedDemo(database, { people, stores, partners, storage: platform.files.storage });
  await seedLogistics(database, partners);
  return made;
}
