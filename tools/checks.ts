import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";
import type { Step } from "./steps.ts";

const checkedFolders = [
  "packages",
  "apps",
  "examples",
  "conformance",
  "bench",
  "proofs",
  "e2e",
  "tools",
].filter((folder) => existsSync(join(root, folder)));

/** Return the command that checks the types of a TypeScript project. It checks only files that changed since its last run. */
function buildTypeCheck(project: string): Step["command"] {
  const buildInfoPath = `node_modules/.cache/types/${project}.tsbuildinfo`;
  return ["tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", buildInfoPath, "-p", project];
}

/** All checks. The slowest come first, so that running them in parallel takes the least time. */
export const checks: readonly Step[] = [
  {
    name: "awaits, switches and throws",
    // ESLint keeps the types of the whole project in memory, which is close to Node's default limit of 4 GiB.
    command: [
      "node",
      "--max-old-space-size=8192",
      "node_modules/eslint/bin/eslint.js",
      ".",
      "--max-warnings",
      "0",
    ],
  },
  { name: "types", command: buildTypeCheck("tsconfig.json") },
  { name: "types of the panels", command: buildTypeCheck("tsconfig.panels.json") },
  { name: "types of the panels' tests", command: buildTypeCheck("tsconfig.panel-tests.json") },
  { name: "texts", command: ["node", "tools/panel-texts.ts"] },
  { name: "generated files", command: ["node", "tools/generate.ts", "--check"] },
  { name: "dead code and dependencies", command: ["knip", "--no-progress", "--no-config-hints"] },
  {
    name: "format and lint",
    command: ["biome", "check", "--error-on-warnings", "--diagnostic-level=warn", "--max-diagnostics=100"],
  },
  { name: "imports", command: ["depcruise", "--output-type", "err-long", ...checkedFolders] },
  { name: "code rules", command: ["node", "tools/code-rules.ts"] },
  { name: "clause coverage", command: ["node", "tools/clause-coverage.ts"] },
  { name: "citations", command: ["node", "tools/citations.ts"] },
  { name: "words", command: ["node", "tools/forbidden-words.ts"] },
  { name: "keys", command: ["node", "tools/schema-keys.ts"] },
  { name: "statements", command: ["node", "tools/store-statements.ts"] },
  { name: "tables", command: ["node", "tools/module-tables.ts"] },
  { name: "lock file", command: ["node", "tools/lock-file.ts"] },
  { name: "known vulnerabilities", command: ["node", "tools/audit.ts"] },
];

/** Return the checks whose names contain one of the given parts, or all checks if no part is given. */
export function selectChecks(nameParts: readonly string[]): Step[] {
  return checks.filter(
    ({ name }) => nameParts.length === 0 || nameParts.some((namePart) => name.includes(namePart)),
  );
}
