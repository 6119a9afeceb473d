import { join, resolve } from "node:path";
import type { DemoAppCredentials } from "@souk/demo";
import type { Config } from "@souk/platform";
import type { DemoAppPlan } from "./plan-demo-apps.ts";
import { type RunningDemoApp, runDemoApp } from "./run-demo-app.ts";

const examples = join(import.meta.dirname, "../../../examples");

/**
 * Start each planned example app in its own process, without waiting until it responds.
 * @returns the running apps, as one object whose `stop` stops all of them
 */
export function startDemoApps(
  plans: readonly DemoAppPlan[],
  config: Pick<Config, "dataDir" | "publicUrl" | "adminDomain">,
): RunningDemoApp {
  const runningApps = plans.flatMap((plan) =>
    "problem" in plan.outcome ? [] : startDemoApp(plan, plan.outcome.credentials, config),
  );
  return {
    stop: async (hurrySignal) => {
      await Promise.all(runningApps.map((app) => app.stop(hurrySignal)));
    },
  };
}

function startDemoApp(
  { handle, url, port }: DemoAppPlan,
  { client_id, client_secret }: DemoAppCredentials,
  { dataDir, publicUrl, adminDomain }: Pick<Config, "dataDir" | "publicUrl" | "adminDomain">,
): RunningDemoApp {
  return runDemoApp({
    program: join(examples, handle, "main.ts"),
    env: {
      SOUK_CLIENT_ID: client_id,
      SOUK_CLIENT_SECRET: client_secret,
      SOUK_APP_URL: url,
      SOUK_STORE_DOMAIN_SUFFIX: `.${publicUrl.domain}`,
      ...(adminDomain === null ? {} : { SOUK_ADMIN_DOMAIN: adminDomain }),
      PORT: String(port),
      DATA_DIR: resolve(dataDir, "apps", handle),
    },
    print: (line) => printLine(handle, line),
  });
}

/** Print a line of an example app's output, or a message about the app. */
export function printLine(handle: DemoAppPlan["handle"], line: string): void {
  process.stdout.write(`[${handle}] ${line}\n`);
}
