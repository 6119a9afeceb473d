import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";
import type { Step } from "./steps.ts";

/** A check that is no test. */
export type Check = Step & {
  /** It takes both cores for half a minute and longer; CI leaves it to whoever pushes. */
  isSlow?: true;
};

const imported = ["packages", "apps", "examples", "conformance", "bench", "proofs", "e2e", "tools"].filter(
  (folder) => existsSync(join(root, folder)),
);

/** The slowest first, which makes the whole shortest. */
export const checks: readonly Check[] = [
  {
    name: "awaits, switches and throws",
    // It holds the types of everything at once: Node's own limit of 4 GiB is nearly reached.
    command: [
      "node",
      "--max-old-space-size=8192",
      "node_modules/eslint/bin/eslint.js",
      ".",
      "--max-warnings",
      "0",
    ],
    isSlow: true,
  },
  { name: "types", command: ["tsc", "--noEmit", "-p", "."], isSlow: true },
  { name: "types of the panels", command: ["tsc", "--noEmit", "-p", "tsconfig.panels.json"], isSlow: true },
  {
    name: "types of the panels' tests",
    command: ["tsc", "--noEmit", "-p", "tsconfig.panel-tests.json"],
    isSlow: true,
  },
  { name: "generated files", command: ["node", "tools/generate.ts", "--check"] },
  { name: "dead code and dependencies", command: ["knip", "--no-progress", "--no-config-hints"] },
  {
    name: "format and lint",
    command: ["biome", "check", "--error-on-warnings", "--diagnostic-level=warn", "--max-diagnostics=100"],
  },
  { name: "imports", command: ["depcruise", "--output-type", "err-long", ...imported] },
  { name: "house rules", command: ["node", "tools/house-rules.ts"] },
  { name: "clause coverage", command: ["node", "tools/clause-coverage.ts"] },
  { name: "lock file", command: ["node", "tools/lock-file.ts"] },
  { name: "known vulnerabilities", command: ["node", "tools/audit.ts"] },
];

/** The checks whose names hold one of the parts: all of them with no part. @param withoutSlow leaves out the slow ones */
export function chosenChecks(parts: readonly string[], withoutSlow: boolean): Check[] {
  return checks.filter(
    ({ name, isSlow }) =>
      (parts.length === 0 || parts.some((part) => name.includes(part))) && !(withoutSlow && isSlow),
  );
}
