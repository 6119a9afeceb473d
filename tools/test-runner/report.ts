import { relative } from "node:path";
import { type FileEnd, noCounts, type TestCounts } from "./group-report.ts";

/**
 * The closing counts of node's runner, in its order and by its names; people and machines read them at the end of the
 * output.
 */
const closing: readonly (keyof TestCounts)[] = [
  "tests",
  "suites",
  "pass",
  "fail",
  "cancelled",
  "skipped",
  "todo",
];

/**
 * Reports a run as its files end: a line each, then the output of failing files, their failures, and the closing
 * counts.
 */
export class TestReport {
  readonly #print: (text: string) => void;
  readonly #failed: FileEnd[] = [];
  readonly #counts: TestCounts = { ...noCounts };
  readonly #begun = performance.now();
  readonly #asked: Set<string>;

  /** @param asked the files of the run @param print takes text as it arrives */
  constructor(asked: readonly string[], print: (text: string) => void) {
    this.#asked = new Set(asked);
    this.#print = print;
  }

  add(end: FileEnd): void {
    const { file, counts, ms, failures } = end;
    this.#asked.delete(file);
    for (const key of closing) this.#counts[key] += counts[key];
    if (failures !== "") {
      this.#failed.push(end);
      // A hook, or what a file left behind, is no test that node counts.
      if (counts.fail + counts.cancelled === 0) this.#counts.fail += 1;
    }
    const mark = failures === "" ? "✔" : "✖";
    this.#print(
      `${mark} ${relative(process.cwd(), file)} (${counts.tests} tests, ${(ms / 1000).toFixed(1)} s)\n`,
    );
  }

  /** Skip files none of whose tests matches the pattern. */
  passOver(files: readonly string[]): void {
    for (const file of files) this.#asked.delete(file);
  }

  /** Print the closing counts. @returns whether all files ran and all of their tests passed */
  close(): boolean {
    for (const { file, output } of this.#failed)
      if (output) this.#print(`\noutput of ${relative(process.cwd(), file)}:\n${output}`);
    if (this.#failed.length > 0) this.#print("\n✖ failing tests:\n");
    for (const { failures } of this.#failed) this.#print(`\n${failures}\n`);
    const left = [...this.#asked].map((file) => relative(process.cwd(), file));
    if (left.length > 0) this.#print(`\nnot reached, the run was ended before: ${left.join(", ")}\n`);
    const lines = closing.map((key) => `ℹ ${key} ${this.#counts[key]}\n`);
    this.#print(`\n${lines.join("")}ℹ duration_ms ${performance.now() - this.#begun}\n`);
    return this.#failed.length === 0 && left.length === 0 && this.#counts.tests > 0;
  }
}
