import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";
import type { Step } from "./steps.ts";

const imported = ["packages", "apps", "examples", "conformance", "bench", "proofs", "e2e", "tools"].filter(
  (folder) => existsSync(join(root, folder)),
);

/** Build the command that checks the types of a project, only of files changed since the last run. */
function typeCheck(project: string): Step["command"] {
  const known = `node_modules/.cache/types/${project}.tsbuildinfo`;
  return ["tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", known, "-p", project];
}

/** The checks, the slowest first, which makes the whole shortest. */
export const checks: readonly Step[] = [
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
  },
  { name: "types", command: typeCheck("tsconfig.json") },
  { name: "types of the panels", command: typeCheck("tsconfig.panels.json") },
  { name: "types of the panels' tests", command: typeCheck("tsconfig.panel-tests.json") },
  { name: "texts", command: ["node", "tools/panel-texts.ts"] },
  { name: "generated files", command: ["node", "tools/generate.ts", "--check"] },
  { name: "dead code and dependencies", command: ["knip", "--no-progress", "--no-config-hints"] },
  {
    name: "format and lint",
    command: ["biome", "check", "--error-on-warnings", "--diagnostic-level=warn", "--max-diagnostics=100"],
  },
  { name: "imports", command: ["depcruise", "--output-type", "err-long", ...imported] },
  { name: "code rules", command: ["node", "tools/code-rules.ts"] },
  { name: "clause coverage", command: ["node", "tools/clause-coverage.ts"] },
  { name: "citations", command: ["node", "tools/citations.ts"] },
  { name: "words", command: ["node", "tools/refused-words.ts"] },
  { name: "keys", command: ["node", "tools/schema-keys.ts"] },
  { name: "statements", command: ["node", "tools/store-statements.ts"] },
  { name: "tables", command: ["node", "tools/module-tables.ts"] },
  { name: "lock file", command: ["node", "tools/lock-file.ts"] },
  { name: "known vulnerabilities", command: ["node", "tools/audit.ts"] },
];

/** Return the checks whose names contain one of the parts: all of them with no part. */
export function chosenChecks(parts: readonly string[]): Step[] {
  return checks.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
}
