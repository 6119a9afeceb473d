import { spawnSync } from "node:child_process";
import type { Mutant } from "./mutant.ts";
import { copyTree, type MutantTree } from "./mutant-tree.ts";
import { mutants } from "./mutants.ts";

/** A test run that neither ends well nor badly by then counts as red: without its guard code may well wait for ever. */
const longestMs = 180_000;

type Outcome = { passed: boolean; hung: boolean; ms: number; output: string };

function runTests({ folder }: MutantTree, { tests, pattern }: Pick<Mutant, "tests" | "pattern">): Outcome {
  const begin = performance.now();
  const only = pattern === undefined ? [] : ["--only-pattern", pattern];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const ended = spawnSync(process.execPath, ["tools/test.ts", ...tests, ...only], {
    cwd: folder,
    env,
    encoding: "utf8",
    timeout: longestMs,
    killSignal: "SIGKILL",
  });
  const output = `${ended.stdout}${ended.stderr}`;
  const hung = ended.signal === "SIGKILL";
  return { passed: ended.status === 0, hung, ms: performance.now() - begin, output };
}

/** The names of the tests that failed, as the reporter lists them at the end; a file that could not be run is none. */
function failedTests(output: string): string[] {
  const listed = output.slice(output.indexOf("failing tests:"));
  const names = [...listed.matchAll(/^✖ (.+) \([\d.]+ms\)$/gm)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !name.endsWith(".test.ts")))];
}

const mostShown = 3;

function shown(failed: readonly string[]): string {
  const names = failed.slice(0, mostShown).map((name) => `«${name}»`);
  const more = failed.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function tell({ name }: Mutant, sentence: string): void {
  console.log(`${name.padEnd(24)} ${sentence}`);
}

/** Green with its guard, red without: both are needed, or the tests say nothing of the guard. */
function isProven(tree: MutantTree, mutant: Mutant): boolean {
  const whole = runTests(tree, mutant);
  if (!whole.passed) {
    tell(mutant, `NOT PROVEN: its tests fail with the guard in place\n${whole.output}`);
    return false;
  }
  const restore = tree.apply(mutant.edits);
  try {
    const broken = runTests(tree, mutant);
    const seconds = (broken.ms / 1000).toFixed(1);
    if (broken.passed) {
      tell(mutant, `SURVIVED: its tests pass without the guard (${seconds} s)`);
      return false;
    }
    const failed = failedTests(broken.output);
    if (failed.length === 0 && !broken.hung) {
      tell(mutant, `NOT PROVEN: the change does not run\n${broken.output}`);
      return false;
    }
    const how = broken.hung ? "it hangs" : shown(failed);
    tell(mutant, `red without the guard (${seconds} s): ${how}`);
    return true;
  } finally {
    restore();
  }
}

/**
 * Takes guards out of a copy of the tree, one after the other, and runs the tests that must miss them.
 * @param names which mutants; none: all of them
 * @returns whether every guard is proven
 */
export function runMutants(names: readonly string[]): boolean {
  const unknown = names.filter((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknown.length > 0) {
    console.error(
      `No mutant is called ${unknown.join(", ")}; there are: ${mutants.map(({ name }) => name).join(", ")}.`,
    );
    return false;
  }
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  const tree = copyTree();
  try {
    const proven = chosen.filter((mutant) => isProven(tree, mutant));
    console.log(`\n${proven.length} of ${chosen.length} guards are proven.`);
    return proven.length === chosen.length;
  } finally {
    tree.remove();
  }
}
