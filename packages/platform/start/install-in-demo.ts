import type { Database } from "@souk/database";
import type { Platform } from "../create-platform.ts";
import type { DemoAppHandle } from "../demo/demo-app.ts";
import { installDemoApp, type Visit } from "../demo/install-demo-app.ts";

/**
 * Installs an app that runs in the demo's shop, or opens it where it is installed; a shop that has disabled or removed it is left alone.
 * @returns whether it was installed now
 */
export function installInDemo(
  database: Database,
  { modules: { installs }, addresses }: Platform,
  app: { handle: DemoAppHandle; visit: Visit },
): Promise<boolean> {
  return installDemoApp(database, { installs, addresses }, app);
}
