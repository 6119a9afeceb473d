import { relative } from "node:path";
import { type FileResult, noCounts, type TestCounts } from "./group-report.ts";

/**
 * The names of the counts at the end of the output, in the same order as in node's test runner. Programs also read them.
 */
const countNames: readonly (keyof TestCounts)[] = [
  "tests",
  "suites",
  "pass",
  "fail",
  "cancelled",
  "skipped",
  "todo",
];

/**
 * Prints the results of a run: a line for each file when it ends, and at the end the output and the failures of the failed
 * files, and the counts.
 */
export class TestReport {
  readonly #print: (text: string) => void;
  readonly #failedFiles: FileResult[] = [];
  readonly #counts: TestCounts = { ...noCounts };
  readonly #startedAt = performance.now();
  readonly #unreachedFiles: Set<string>;

  /** @param files all files of the run @param print called with each text to print */
  constructor(files: readonly string[], print: (text: string) => void) {
    this.#unreachedFiles = new Set(files);
    this.#print = print;
  }

  add(result: FileResult): void {
    const { file, counts, ms, failures } = result;
    this.#unreachedFiles.delete(file);
    for (const key of countNames) this.#counts[key] += counts[key];
    if (failures !== "") {
      this.#failedFiles.push(result);
      // Node does not count failures that belong to no test, such as a failed hook or resources left open.
      if (counts.fail + counts.cancelled === 0) this.#counts.fail += 1;
    }
    const symbol = failures === "" ? "✔" : "✖";
    this.#print(
      `${symbol} ${relative(process.cwd(), file)} (${counts.tests} tests, ${(ms / 1000).toFixed(1)} s)\n`,
    );
  }

  /** Leave these files out of the report, because none of their tests matches the pattern of the run. */
  skipFiles(files: readonly string[]): void {
    for (const file of files) this.#unreachedFiles.delete(file);
  }

  /** Print the failures and the counts. @returns whether all files ran, with at least one test, and all tests passed */
  close(): boolean {
    for (const { file, output } of this.#failedFiles)
      if (output) this.#print(`\noutput of ${relative(process.cwd(), file)}:\n${output}`);
    if (this.#failedFiles.length > 0) this.#print("\n✖ failing tests:\n");
    for (const { failures } of this.#failedFiles) this.#print(`\n${failures}\n`);
    const unreachedPaths = [...this.#unreachedFiles].map((file) => relative(process.cwd(), file));
    if (unreachedPaths.length > 0)
      this.#print(`\nThe run was ended before these files: ${unreachedPaths.join(", ")}\n`);
    const lines = countNames.map((key) => `ℹ ${key} ${this.#counts[key]}\n`);
    this.#print(`\n${lines.join("")}ℹ duration_ms ${performance.now() - this.#startedAt}\n`);
    return this.#failedFiles.length === 0 && unreachedPaths.length === 0 && this.#counts.tests > 0;
  }
}
