import type { Database } from "@souk/database";
import type { Platform } from "../create-platform.ts";
import { type DemoAppHandle, type DemoAppVerdict, demoAppCredentials } from "../demo/demo-app.ts";
import { demoAccounts } from "../demo/seed-demo.ts";

/**
 * Gives an app of the demo to whoever runs it on this machine, with a registration that leads there.
 * @param app `port`: where it is going to listen
 */
export function handDemoApp(
  database: Database,
  platform: Platform,
  app: { handle: DemoAppHandle; port: number },
): Promise<DemoAppVerdict> {
  const { secrets, partners } = platform.modules;
  const wiring = { secrets, clock: partners.clock };
  return demoAppCredentials(database, wiring, { ...app, owner: demoAccounts[1].email });
}
