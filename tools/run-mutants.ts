import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Mutant, parseMutants, readSources } from "./mutants.ts";
import { listProjectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A test run that takes longer than this counts as failed, because code without its guard may wait forever. */
const testTimeoutMs = 180_000;

/** Copy the project's files, including uncommitted ones, and link npm packages and workspaces into the copy's node_modules. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "souk-mutants-"));
  for (const path of listProjectFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const npmPackages = join(root, "node_modules");
  const ownPackages = join(folder, "node_modules/@souk");
  mkdirSync(ownPackages, { recursive: true });
  const packageNames = readdirSync(npmPackages).filter((name) => name !== "@souk" && name !== ".cache");
  for (const name of packageNames) symlinkSync(join(npmPackages, name), join(folder, "node_modules", name));
  for (const workspaceFolder of ["packages", "apps"]) {
    for (const name of readdirSync(join(folder, workspaceFolder))) {
      symlinkSync(join(folder, workspaceFolder, name), join(ownPackages, name));
      const nestedModules = join(root, workspaceFolder, name, "node_modules");
      if (existsSync(nestedModules))
        symlinkSync(nestedModules, join(folder, workspaceFolder, name, "node_modules"));
    }
  }
  return folder;
}

/** Remove a guard from the copy. @returns a function that restores it */
function applyEdits(folder: string, { edits }: Mutant): () => void {
  const originalTexts = new Map(edits.map(({ file }) => [file, readFileSync(join(folder, file), "utf8")]));
  for (const [file, text] of originalTexts) {
    const fileEdits = edits.filter((edit) => edit.file === file).toSorted((a, b) => b.from - a.from);
    const mutatedText = fileEdits.reduce(
      (code, { from, to, replacement }) => code.slice(0, from) + replacement + code.slice(to),
      text,
    );
    writeFileSync(join(folder, file), mutatedText);
  }
  return () => {
    for (const [file, text] of originalTexts) writeFileSync(join(folder, file), text);
  };
}

type TestRun = { hasPassed: boolean; hasTimedOut: boolean; ms: number; output: string };

function runTest(folder: string, { test, pattern }: Mutant): TestRun {
  const startedAt = performance.now();
  const patternArguments = pattern === undefined ? [] : ["--only-pattern", pattern];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const result = spawnSync(process.execPath, ["tools/test.ts", test, ...patternArguments], {
    cwd: folder,
    env,
    encoding: "utf8",
    timeout: testTimeoutMs,
    killSignal: "SIGKILL",
  });
  const output = `${result.stdout}${result.stderr}`;
  const hasTimedOut = result.signal === "SIGKILL";
  return { hasPassed: result.status === 0, hasTimedOut, ms: performance.now() - startedAt, output };
}

/** List the names of the failed tests in the output of a run. A test file that could not be loaded is not listed. */
function listFailedTests(output: string): string[] {
  const failureList = output.slice(output.indexOf("failing tests:"));
  const names = [...failureList.matchAll(/^✖ (.+) \([\d.]+ms\)$/gm)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !name.endsWith(".test.ts")))];
}

/** Run the tests with and without the guard. The guard is proven if they pass with it and fail without it. */
function testMutant(folder: string, mutant: Mutant): { isProven: boolean; sentence: string } {
  const unchangedRun = runTest(folder, mutant);
  if (!unchangedRun.hasPassed)
    return {
      isProven: false,
      sentence: `NOT PROVEN: its tests fail even with the guard\n${unchangedRun.output}`,
    };
  const restoreGuard = applyEdits(folder, mutant);
  const mutatedRun = runTest(folder, mutant);
  restoreGuard();
  const seconds = (mutatedRun.ms / 1000).toFixed(1);
  if (mutatedRun.hasPassed)
    return { isProven: false, sentence: `SURVIVED: its tests pass without the guard (${seconds} s)` };
  const failedTests = listFailedTests(mutatedRun.output);
  if (failedTests.length === 0 && !mutatedRun.hasTimedOut)
    return {
      isProven: false,
      sentence: `NOT PROVEN: the code without the guard does not run\n${mutatedRun.output}`,
    };
  const moreText = failedTests.length > 3 ? ` and ${failedTests.length - 3} more` : "";
  const cause = mutatedRun.hasTimedOut
    ? "the tests timed out"
    : `${failedTests.slice(0, 3).join("; ")}${moreText}`;
  return { isProven: true, sentence: `its tests fail without the guard (${seconds} s): ${cause}` };
}

/**
 * In a copy of the project, remove one guard after another and run its tests, which must then fail.
 * @param names the guards to remove; all guards if empty
 * @returns whether every guard is proven
 */
export function runMutants(names: readonly string[]): boolean {
  const mutants = parseMutants(readSources());
  const unknownNames = names.filter((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknownNames.length > 0) {
    const knownNames = mutants.map(({ name }) => name).join(", ");
    console.error(`There is no guard ${unknownNames.join(", ")}. The guards are: ${knownNames}.`);
    return false;
  }
  const chosenMutants = mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  const folder = copyProject();
  let provenCount = 0;
  try {
    for (const mutant of chosenMutants) {
      const { isProven, sentence } = testMutant(folder, mutant);
      console.log(`${mutant.name.padEnd(24)} ${sentence}`);
      if (isProven) provenCount++;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${provenCount} of ${chosenMutants.length} guards are proven.`);
  return provenCount === chosenMutants.length;
}
