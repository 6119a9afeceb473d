import { type Config, type DemoSeed, demoAccounts, demoPassword } from "@souk/platform";
import type { DemoAppPlan } from "./demo-app/plan-demo-app.ts";
import type { Ready } from "./ready-file.ts";

export interface BannerParts {
  ready: Ready;
  mode: Config["mode"];
  dataDir: string;
  seconds: number;
  /** Set at the first start of a development server. */
  newDemo: DemoSeed | null;
  demoApp: DemoAppPlan | null;
  /** Somebody can sign in as platform staff. */
  hasStaff: boolean;
}

type Line = readonly [label: string, text: string];

/** What a person reads when the server is ready. */
export function banner({ ready, mode, dataDir, seconds, newDemo, demoApp, hasStaff }: BannerParts): string {
  const { role, version, addresses } = ready;
  const serves = role !== "delivery";
  const lines: Line[] = [
    ...(serves ? placesOf(ready) : []),
    ...(serves && mode === "development" ? demoOf(ready, newDemo, demoApp) : []),
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

function demoOf({ addresses }: Ready, newDemo: DemoSeed | null, demoApp: DemoAppPlan | null): Line[] {
  const accounts = demoAccounts.map(({ email }) => email).join(", ");
  const app: Line[] = demoApp ? [["Demo app", `${demoApp.url}  ${howTo(demoApp, addresses.admin)}`]] : [];
  const secrets: Line[] = newDemo
    ? [
        [demoApp ? "" : "Demo app", `${newDemo.app.handle}, client_id ${newDemo.app.client_id}`],
        ["", `client_secret ${newDemo.app.client_secret} (shown this once)`],
      ]
    : [];
  return [
    ["Demo shop", addresses.shop.replace("{handle}", "demo")],
    ["Accounts", accounts],
    ["Password", demoPassword],
    ["Mail", `${addresses.admin}/mail shows what was written`],
    ...app,
    ...secrets,
  ];
}

function howTo({ outcome }: DemoAppPlan, admin: string): string {
  return "problem" in outcome ? outcome.problem : `install it: ${admin}/demo/apps`;
}

function firstStaff(admin: string): string {
  return `
  There is no staff account yet. Make the first one, who signs in at ${admin}, with:
    npm run souk -- staff create --email you@example.com
`;
}
