import type { Ready } from "./ready-file.ts";

export interface BannerParts {
  ready: Ready;
  mode: "development" | "production";
  dataDir: string;
  seconds: number;
  /** The demo shop's address and accounts, where there is one. */
  demo: { shop: string; accounts: readonly string[]; password: string } | null;
  /** Somebody can sign in as platform staff. */
  hasStaff: boolean;
}

/** What a person reads when the server is ready. */
export function banner({ ready, mode, dataDir, seconds, demo, hasStaff }: BannerParts): string {
  const { addresses, role, version } = ready;
  const only = role === "all" ? "" : `, ${role} only`;
  const lines: [label: string, text: string][] = [];
  if (role !== "delivery") {
    lines.push(["Admin", addresses.admin], ["Partner dashboard", addresses.partners]);
    lines.push(["API reference", addresses.reference]);
    if (demo) lines.push(["Demo shop", demo.shop], ["Accounts", demo.accounts.join(", ")]);
    if (demo) lines.push(["Password", demo.password]);
  }
  lines.push(["Data directory", dataDir]);
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  const text = lines.map(([label, value]) => `  ${label.padEnd(width)}${value}\n`).join("");
  const staff = hasStaff || mode === "development" || role === "delivery" ? "" : firstStaff;
  return `Souk ${version} is ready (${mode}${only}, ${seconds.toFixed(1)} s).\n\n${text}${staff}\n`;
}

const firstStaff = `
  There is no staff account yet. Make the first one with:
    npm run souk -- staff create --email you@example.com
`;
