// npm run verify -- [part of a check's name…]
// Runs all checks that are not tests, in parallel. If a check fails, the others still run.
import { parseArgs } from "node:util";
import { checks, selectChecks } from "./checks.ts";
import { runSteps } from "./steps.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const selectedChecks = selectChecks(positionals);
if (selectedChecks.length === 0)
  console.log(`No check has a matching name. The checks are: ${checks.map(({ name }) => name).join(", ")}.`);
const startedAt = performance.now();
const hasPassed = selectedChecks.length > 0 && (await runSteps(selectedChecks, (line) => console.log(line)));
console.log(
  `\n${hasPassed ? "All checks passed" : "Not all checks passed"} (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`,
);
process.exitCode = hasPassed ? 0 : 1;
