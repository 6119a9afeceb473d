import type { Database } from "@souk/database";
import type { Platform } from "@souk/platform";
import { type DemoAppHandle, type DemoAppVerdict, demoAppCredentials } from "./demo-app.ts";
import { installDemoApp, type Visit } from "./install-demo-app.ts";
import { type DemoSeed, demoAccounts, seedDemo } from "./seed-demo.ts";
import { seedLogistics } from "./seed-logistics.ts";

/**
 * Make the demo store of a development server, once for a database, and add what a demo of an earlier release lacks.
 * @returns what is shown this once; null when the demo was there
 */
export async function makeDemo(database: Database, platform: Platform): Promise<DemoSeed | null> {
  const { addresses, clock, random, modules, files } = platform;
  const deps = { addresses, clock, random, partners: modules.partners, storage: files.storage };
  const made = await seedDemo(database, deps);
  await seedLogistics(database, deps);
  return made;
}

/**
 * Give an app of the demo to whoever runs it on this machine, with a registration that leads there.
 * @param app `port`: where it is going to listen
 */
export function handDemoApp(
  database: Database,
  platform: Platform,
  app: { handle: DemoAppHandle; port: number },
): Promise<DemoAppVerdict> {
  const { secrets } = platform.modules.partners;
  const deps = { secrets, clock: platform.clock };
  return demoAppCredentials(database, deps, { ...app, owner: demoAccounts[1].email });
}

/**
 * Install an app that runs in the demo's store, or open it where it is installed; a store that has disabled or removed it is left alone.
 * @returns whether it was installed now
 */
export function installInDemo(
  database: Database,
  { addresses, clock, random, modules }: Platform,
  app: { handle: DemoAppHandle; visit: Visit },
): Promise<boolean> {
  const { secrets } = modules.partners;
  return installDemoApp(database, { addresses, clock, random, secrets }, app);
}
