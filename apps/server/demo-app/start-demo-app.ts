import { join, resolve } from "node:path";
import type { Config } from "@souk/platform";
import type { DemoAppPlan } from "./plan-demo-app.ts";
import { type RunningDemoApp, runDemoApp } from "./run-demo-app.ts";

const program = join(import.meta.dirname, "../../../examples/inventory-sync/main.ts");

/**
 * Starts the example app as planned, in a process of its own, and does not wait for it.
 * @returns null when there is nothing to run
 */
export function startDemoApp(
  plan: DemoAppPlan | null,
  { dataDir, publicUrl }: Pick<Config, "dataDir" | "publicUrl">,
): RunningDemoApp | null {
  if (plan === null || "problem" in plan.outcome) return null;
  const { client_id, client_secret } = plan.outcome.credentials;
  return runDemoApp({
    program,
    env: {
      SOUK_CLIENT_ID: client_id,
      SOUK_CLIENT_SECRET: client_secret,
      SOUK_APP_URL: plan.url,
      SOUK_STORE_DOMAIN_SUFFIX: `.${publicUrl.domain}`,
      PORT: String(plan.port),
      DATA_DIR: resolve(dataDir, "apps/inventory-sync"),
    },
    say: (line) => process.stdout.write(`[inventory-sync] ${line}\n`),
  });
}
