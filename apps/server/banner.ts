import { demoApps as apps, type Config, type DemoSeed, demoAccounts, demoPassword } from "@souk/platform";
import type { DemoAppPlan } from "./demo-app/plan-demo-apps.ts";
import type { Ready } from "./ready-file.ts";

export interface BannerParts {
  ready: Ready;
  mode: Config["mode"];
  dataDir: string;
  seconds: number;
  /** Set at the first start of a development server. */
  newDemo: DemoSeed | null;
  demoApps: readonly DemoAppPlan[];
  /** Somebody can sign in as platform staff. */
  hasStaff: boolean;
}

type Line = readonly [label: string, text: string];

/** What a person reads when the server is ready. */
export function banner({ ready, mode, dataDir, seconds, newDemo, demoApps, hasStaff }: BannerParts): string {
  const { role, version, addresses } = ready;
  const serves = role !== "delivery";
  const lines: Line[] = [
    ...(serves ? placesOf(ready) : []),
    ...(serves && mode === "development" ? demoOf(ready, newDemo, demoApps) : []),
    ["Data directory", dataDir],
  ];
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  const text = lines.map(([label, value]) => `  ${label.padEnd(width)}${value}\n`).join("");
  const only = role === "all" ? "" : `, ${role} only`;
  const staff = serves && !hasStaff ? firstStaff(addresses.admin) : "";
  return `Souk ${version} is ready (${mode}${only}, ${seconds.toFixed(1)} s).\n\n${text}${staff}\n`;
}

function placesOf({ addresses }: Ready): Line[] {
  return [
    ["Admin", addresses.admin],
    ["Partner dashboard", addresses.partners],
    ["API reference", addresses.reference],
  ];
}

function demoOf({ addresses }: Ready, newDemo: DemoSeed | null, plans: readonly DemoAppPlan[]): Line[] {
  const accounts = demoAccounts.map(({ email }) => email).join(", ");
  const lines = plans.map(
    (plan, at): Line => [at === 0 ? "Demo apps" : "", `${plan.url}  ${howTo(plan, addresses.admin)}`],
  );
  const secrets: Line[] = newDemo
    ? [
        [lines.length > 0 ? "" : "Demo app", `${newDemo.app.handle}, client_id ${newDemo.app.client_id}`],
        ["", `client_secret ${newDemo.app.client_secret} (shown this once)`],
      ]
    : [];
  return [
    ["Demo shop", addresses.shop.replace("{handle}", "demo")],
    ["Accounts", accounts],
    ["Password", demoPassword],
    ["Mail", `${addresses.admin}/mail shows what was written`],
    ...lines,
    ...secrets,
  ];
}

function howTo({ handle, outcome }: DemoAppPlan, admin: string): string {
  const { name } = apps[handle];
  if ("problem" in outcome) return `${name}, ${outcome.problem}`;
  return handle === "logistics"
    ? `${name}, which sends orders: ${admin}/demo/orders`
    : `${name}, install it: ${admin}/demo/apps`;
}

function firstStaff(admin: string): string {
  return `
  There is no staff account yet. Make the first one, who signs in at ${admin}, with:
    npm run souk -- staff create --email you@example.com
`;
}
