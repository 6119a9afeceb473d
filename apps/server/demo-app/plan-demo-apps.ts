import { createServer } from "node:net";
import {
  type DemoAppCredentials,
  type DemoAppHandle,
  type DemoAppResult,
  demoAccounts,
  type MissingDemoAppReason,
  prepareDemoApp,
} from "@souk/demo";
import type { Config, Platform, ServerDatabase } from "@souk/platform";

/** How an example app runs next to this server, or the reason why it cannot run. */
export interface DemoAppPlan {
  handle: DemoAppHandle;
  /** The app's registered App URL. */
  url: string;
  port: number;
  /** The app's credentials, or the reason why it cannot run. */
  outcome: { credentials: DemoAppCredentials } | { problem: string };
}

type Ports = Pick<Config, "demoAppPort" | "demoLogisticsPort">;

/**
 * Check whether the example apps can run on their configured ports, and register the apps that can run.
 * @returns a plan for each configured app
 */
export async function planDemoApps(
  database: ServerDatabase["database"],
  platform: Platform,
  { demoAppPort, demoLogisticsPort }: Ports,
): Promise<DemoAppPlan[]> {
  const plans: DemoAppPlan[] = [];
  const configuredApps = [
    { handle: "inventory-sync", port: demoAppPort, variable: "SOUK_DEMO_APP" },
    { handle: "logistics", port: demoLogisticsPort, variable: "SOUK_DEMO_LOGISTICS" },
  ] as const;
  for (const { handle, port, variable } of configuredApps) {
    if (port === null) continue;
    const isTaken = plans.some((plan) => plan.port === port) || !(await isPortFree(port));
    const outcome = isTaken
      ? { problem: `not started: port ${port} is in use. Choose another with ${variable}` }
      : toOutcome(await prepareDemoApp(database, platform, { handle, port }), handle);
    plans.push({ handle, url: `http://localhost:${port}/`, port, outcome });
  }
  return plans;
}

function toOutcome(result: DemoAppResult, handle: DemoAppHandle): DemoAppPlan["outcome"] {
  if (result.ok) return { credentials: result.credentials };
  const [, partner, staff] = demoAccounts;
  const problems: Record<MissingDemoAppReason, string> = {
    handle_taken: `another app already has the handle ${handle}`,
    no_accounts: `the demo accounts ${partner.email} and ${staff.email} are missing`,
    gone: `${partner.email} no longer has ${handle} registered for this machine`,
  };
  return { problem: `not started: ${problems[result.reason]}` };
}

function isPortFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer();
  probe.on("error", () => resolve(false));
  probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  return promise;
}
