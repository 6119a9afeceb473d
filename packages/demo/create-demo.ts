import type { Database } from "@souk/database";
import type { Platform } from "@souk/platform";
import { type DemoAppHandle, type DemoAppResult, updateDemoAppUrls } from "./demo-app.ts";
import { installDemoApp, type VisitUrl } from "./install-demo-app.ts";
import { type DemoSeed, demoAccounts, seedDemo } from "./seed-demo.ts";
import { seedLogistics } from "./seed-logistics.ts";

/**
 * Create the demo of a development server if the database has none, and add what is missing in a demo that an earlier release created.
 * @returns the credentials of the demo's app, which are shown only once; null if the demo existed
 */
export async function createDemo(database: Database, platform: Platform): Promise<DemoSeed | null> {
  const { addresses, clock, random, modules, files } = platform;
  const deps = { addresses, clock, random, partners: modules.partners, storage: files.storage };
  const seed = await seedDemo(database, deps);
  await seedLogistics(database, deps);
  return seed;
}

/**
 * Update the registered URLs of an example app that will run on this machine, and return its credentials.
 * @param app the app's handle and the port on which it will listen
 */
export function prepareDemoApp(
  database: Database,
  platform: Platform,
  app: { handle: DemoAppHandle; port: number },
): Promise<DemoAppResult> {
  const { secrets } = platform.modules.partners;
  const deps = { secrets, clock: platform.clock };
  const [, partner] = demoAccounts;
  return updateDemoAppUrls(database, deps, { ...app, ownerEmail: partner.email });
}

/**
 * Install a running example app in the demo store, or open it if it is installed. Do nothing if the store has disabled or
 * removed the app.
 * @returns whether this call installed the app
 */
export function installInDemo(
  database: Database,
  { addresses, clock, random, modules }: Platform,
  app: { handle: DemoAppHandle; visit: VisitUrl },
): Promise<boolean> {
  const { secrets } = modules.partners;
  return installDemoApp(database, { addresses, clock, random, secrets }, app);
}
