// npm run verify -- [part of a check's name…]
// Every check that is no test, side by side; all of them run even when one fails.
import { parseArgs } from "node:util";
import { checks, chosenChecks } from "./checks.ts";
import { runSteps } from "./steps.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const chosen = chosenChecks(positionals);
if (chosen.length === 0)
  console.log(`No check is called so; there are: ${checks.map(({ name }) => name).join(", ")}.`);
const begin = performance.now();
const passed = chosen.length > 0 && (await runSteps(chosen, (line) => console.log(line)));
console.log(
  `\n${passed ? "All checks passed" : "Not all checks passed"} (${((performance.now() - begin) / 1000).toFixed(1)} s).`,
);
process.exitCode = passed ? 0 : 1;
