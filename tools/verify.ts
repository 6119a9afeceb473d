// npm run verify -- [part of a check's name…]
// Every check that is no test, side by side; all of them run even when one fails.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";
import { runSteps, type Step } from "./steps.ts";

const imported = ["packages", "apps", "examples", "conformance", "bench", "proofs", "e2e", "tools"].filter(
  (folder) => existsSync(join(root, folder)),
);

/** The slowest first, which makes the whole shortest. */
const checks: Step[] = [
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
  { name: "types", command: ["tsc", "--noEmit", "-p", "."] },
  { name: "types of the panels", command: ["tsc", "--noEmit", "-p", "tsconfig.panels.json"] },
  { name: "types of the panels' tests", command: ["tsc", "--noEmit", "-p", "tsconfig.panel-tests.json"] },
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

const asked = process.argv.slice(2);
const chosen = checks.filter(({ name }) => asked.length === 0 || asked.some((part) => name.includes(part)));
if (chosen.length === 0)
  console.log(`No check is called so; there are: ${checks.map(({ name }) => name).join(", ")}.`);
const begin = performance.now();
const passed = chosen.length > 0 && (await runSteps(chosen, (line) => console.log(line)));
console.log(
  `\n${passed ? "All checks passed" : "Not all checks passed"} (${((performance.now() - begin) / 1000).toFixed(1)} s).`,
);
process.exitCode = passed ? 0 : 1;
