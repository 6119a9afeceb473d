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
import { type Mutant, readMutants, readSources } from "./mutants.ts";
import { projectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A test run that neither ends well nor badly by then counts as red: without its guard code may well wait for ever. */
const maxMs = 180_000;

/** Copies the project's files, uncommitted ones too, beside links to the packages of npm and to the copy's own packages. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), "souk-mutants-"));
  for (const path of projectFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const installed = join(root, "node_modules");
  const own = join(folder, "node_modules/@souk");
  mkdirSync(own, { recursive: true });
  const names = readdirSync(installed).filter((name) => name !== "@souk" && name !== ".cache");
  for (const name of names) symlinkSync(join(installed, name), join(folder, "node_modules", name));
  for (const place of ["packages", "apps"]) {
    for (const name of readdirSync(join(folder, place))) {
      symlinkSync(join(folder, place, name), join(own, name));
      const nested = join(root, place, name, "node_modules");
      if (existsSync(nested)) symlinkSync(nested, join(folder, place, name, "node_modules"));
    }
  }
  return folder;
}

/** Takes a guard out of the copy. @returns what puts it back */
function applyEdits(folder: string, { edits }: Mutant): () => void {
  const before = new Map(edits.map(({ file }) => [file, readFileSync(join(folder, file), "utf8")]));
  for (const [file, text] of before) {
    const own = edits.filter((edit) => edit.file === file).toSorted((a, b) => b.from - a.from);
    const changed = own.reduce(
      (code, { from, to, replacement }) => code.slice(0, from) + replacement + code.slice(to),
      text,
    );
    writeFileSync(join(folder, file), changed);
  }
  return () => {
    for (const [file, text] of before) writeFileSync(join(folder, file), text);
  };
}

type Outcome = { passed: boolean; hung: boolean; ms: number; output: string };

function runTest(folder: string, { test, pattern }: Mutant): Outcome {
  const begin = performance.now();
  const only = pattern === undefined ? [] : ["--only-pattern", pattern];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const ended = spawnSync(process.execPath, ["tools/test.ts", test, ...only], {
    cwd: folder,
    env,
    encoding: "utf8",
    timeout: maxMs,
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

/** Green with its guard, red without: both are needed, or the tests say nothing of the guard. */
function judgeMutant(folder: string, mutant: Mutant): { proven: boolean; sentence: string } {
  const whole = runTest(folder, mutant);
  if (!whole.passed)
    return { proven: false, sentence: `NOT PROVEN: its tests fail with the guard in place\n${whole.output}` };
  const restore = applyEdits(folder, mutant);
  const broken = runTest(folder, mutant);
  restore();
  const seconds = (broken.ms / 1000).toFixed(1);
  if (broken.passed)
    return { proven: false, sentence: `SURVIVED: its tests pass without the guard (${seconds} s)` };
  const failed = failedTests(broken.output);
  if (failed.length === 0 && !broken.hung)
    return { proven: false, sentence: `NOT PROVEN: the change does not run\n${broken.output}` };
  const more = failed.length > 3 ? ` and ${failed.length - 3} more` : "";
  const how = broken.hung ? "it hangs" : `${failed.slice(0, 3).join("; ")}${more}`;
  return { proven: true, sentence: `red without the guard (${seconds} s): ${how}` };
}

/**
 * Take guards out of a copy of the tree, one after the other, and run the tests that must miss them.
 * @param names which mutants; none: all of them
 * @returns whether every guard is proven
 */
export function runMutants(names: readonly string[]): boolean {
  const mutants = readMutants(readSources());
  const unknown = names.filter((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknown.length > 0) {
    const known = mutants.map(({ name }) => name).join(", ");
    console.error(`No guard is called ${unknown.join(", ")}. The guards are: ${known}.`);
    return false;
  }
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  const folder = copyTree();
  let count = 0;
  try {
    for (const mutant of chosen) {
      const { proven, sentence } = judgeMutant(folder, mutant);
      console.log(`${mutant.name.padEnd(24)} ${sentence}`);
      if (proven) count++;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${count} of ${chosen.length} guards are proven.`);
  return count === chosen.length;
}
