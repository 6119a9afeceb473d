import { type DemoSeed, demoAccounts, demoApps as demoAppsByHandle } from "@souk/demo";
import type { Config } from "@souk/platform";
import type { DemoAppPlan } from "./demo-app/plan-demo-apps.ts";
import type { Ready } from "./ready-file.ts";

export interface BannerData {
  ready: Ready;
  mode: Config["mode"];
  dataDir: string;
  /** How long the start took. */
  seconds: number;
  /** The new demo data; set only at the first start of a development server. */
  newDemo: DemoSeed | null;
  /** The password of the demo accounts; null if it is random and was printed by an earlier start. */
  demoPassword: string | null;
  demoApps: readonly DemoAppPlan[];
  /** Whether any account can sign in as platform staff. */
  hasStaff: boolean;
}

type Line = readonly [label: string, text: string];

/** Build the text that the server prints when it is ready. */
export function buildBanner({
  ready,
  mode,
  dataDir,
  seconds,
  newDemo,
  demoPassword,
  demoApps,
  hasStaff,
}: BannerData): string {
  const { role, version, addresses } = ready;
  const servesRequests = role !== "delivery";
  const lines: Line[] = [
    ...(servesRequests ? listAddresses(ready) : []),
    ...(servesRequests && mode === "development"
      ? listDemoLines(ready, { newDemo, demoPassword, demoApps })
      : []),
    ["Data directory", dataDir],
  ];
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  const text = lines.map(([label, value]) => `  ${label.padEnd(width)}${value}\n`).join("");
  const roleText = role === "all" ? "" : `, ${role} only`;
  const staffHint = servesRequests && !hasStaff ? buildStaffHint(addresses.admin) : "";
  return `Souk ${version} is ready (${mode}${roleText}, ${seconds.toFixed(1)} s).\n\n${text}${staffHint}\n`;
}

function listAddresses({ addresses }: Ready): Line[] {
  return [
    ["Admin", addresses.admin],
    ["Partner dashboard", addresses.partners],
    ["API reference", addresses.reference],
  ];
}

function listDemoLines(
  { addresses }: Ready,
  { newDemo, demoPassword, demoApps }: Pick<BannerData, "newDemo" | "demoPassword" | "demoApps">,
): Line[] {
  const accounts = demoAccounts.map(({ email }) => email).join(", ");
  const appLines = demoApps.map(
    (plan, index): Line => [
      index === 0 ? "Demo apps" : "",
      `${plan.url}  ${describeApp(plan, addresses.admin)}`,
    ],
  );
  const credentialLines: Line[] = newDemo
    ? [
        [appLines.length > 0 ? "" : "Demo app", `${newDemo.app.handle}, client_id ${newDemo.app.client_id}`],
        ["", `client_secret ${newDemo.app.client_secret} (shown only once)`],
      ]
    : [];
  return [
    ["Demo store", addresses.store.replace("{handle}", "demo")],
    ["Accounts", accounts],
    ["Password", demoPassword ?? "random, printed at an earlier start"],
    ["Mail", `${addresses.admin}/mail shows all emails, after signing in`],
    ...appLines,
    ...credentialLines,
  ];
}

function describeApp({ handle, outcome }: DemoAppPlan, admin: string): string {
  const { name } = demoAppsByHandle[handle];
  if ("problem" in outcome) return `${name}, ${outcome.problem}`;
  return handle === "logistics"
    ? `${name}, ships orders: ${admin}/demo/orders`
    : `${name}, install it: ${admin}/demo/apps`;
}

function buildStaffHint(admin: string): string {
  return `
  No staff account exists yet. Create the first one, which signs in at ${admin}, with:
    npm run souk -- staff create --email you@example.com
  Merchants and partners get accounts with npm run souk -- account create, or sign up if SOUK_SIGN_UP allows it.
`;
}
