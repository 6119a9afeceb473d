import type { Database } from "@souk/database";
import type { Platform } from "../create-platform.ts";
import { type DemoAppCredentials, demoAppCredentials } from "../demo/demo-app.ts";
import { demoAccounts } from "../demo/seed-demo.ts";

/**
 * Gives the demo's app to whoever runs it on this machine, with a registration that leads there.
 * @param port where it is going to listen
 * @returns null when somebody has taken the app out of the demo, or registered it elsewhere
 */
export function handDemoApp(
  database: Database,
  platform: Platform,
  port: number,
): Promise<DemoAppCredentials | null> {
  const { secrets, partners } = platform.modules;
  return demoAppCredentials(
    database,
    { secrets, clock: partners.clock },
    { port, owner: demoAccounts[1].email },
  );
}
