import { createServer } from "node:net";
import {
  type Config,
  type DemoAppCredentials,
  type DemoAppHandle,
  type DemoAppVerdict,
  demoAccounts,
  handDemoApp,
  type NoDemoApp,
  type Platform,
  type Storage,
} from "@souk/platform";

/** Where an example app runs beside this server, and what keeps it from it. */
export interface DemoAppPlan {
  handle: DemoAppHandle;
  /** As registered: where a browser opens it. */
  url: string;
  port: number;
  /** What it runs with; or a sentence that says why it does not run. */
  outcome: { credentials: DemoAppCredentials } | { problem: string };
}

type Ports = Pick<Config, "demoAppPort" | "demoLogisticsPort">;

/**
 * Looks whether the example apps can run where the configuration wants them, and registers them there.
 * @returns those that are wanted
 */
export async function planDemoApps(
  database: Storage["database"],
  platform: Platform,
  { demoAppPort, demoLogisticsPort }: Ports,
): Promise<DemoAppPlan[]> {
  const plans: DemoAppPlan[] = [];
  const wanted = [
    { handle: "inventory-sync", port: demoAppPort, variable: "SOUK_DEMO_APP" },
    { handle: "logistics", port: demoLogisticsPort, variable: "SOUK_DEMO_LOGISTICS" },
  ] as const;
  for (const { handle, port, variable } of wanted) {
    if (port === null) continue;
    const isTaken = plans.some((plan) => plan.port === port) || !(await isFree(port));
    const outcome = isTaken
      ? { problem: `not started: port ${port} is in use; ${variable} takes another` }
      : outcomeOf(await handDemoApp(database, platform, { handle, port }), handle);
    plans.push({ handle, url: `http://localhost:${port}/`, port, outcome });
  }
  return plans;
}

function outcomeOf(verdict: DemoAppVerdict, handle: DemoAppHandle): DemoAppPlan["outcome"] {
  if (verdict.ok) return { credentials: verdict.credentials };
  const [, partner, staff] = demoAccounts;
  const problems: Record<NoDemoApp, string> = {
    handle_taken: `the demo has no place for it, since another app is called ${handle}`,
    no_accounts: `the demo has no place for it without the accounts ${partner.email} and ${staff.email}`,
    gone: `${partner.email} no longer has it registered for this machine`,
  };
  return { problem: `not started: ${problems[verdict.reason]}` };
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer();
  probe.on("error", () => resolve(false));
  probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  return promise;
}
