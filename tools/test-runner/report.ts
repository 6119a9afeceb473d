import { relative } from "node:path";
import { passed, type TestCounts } from "./file-end.ts";
import type { ToldFile } from "./run-files.ts";

/** The closing counts of node's runner, in its order and by its names; people and machines read them at the end of the output. */
const closing: readonly (readonly [string, keyof TestCounts])[] = [
  ["tests", "tests"],
  ["suites", "suites"],
  ["pass", "passed"],
  ["fail", "failed"],
  ["cancelled", "cancelled"],
  ["skipped", "skipped"],
  ["todo", "todo"],
];

/** Tells a run as its files end: a line each, then what failing files printed, their failures, and the closing counts. */
export class TestReport {
  readonly #print: (text: string) => void;
  readonly #failed: ToldFile[] = [];
  readonly #counts = new Map<keyof TestCounts, number>();
  readonly #begun = performance.now();
  readonly #asked: Set<string>;

  /**
   * @param asked the files of the run
   * @param print takes text as it comes
   */
  constructor(asked: readonly string[], print: (text: string) => void) {
    this.#asked = new Set(asked);
    this.#print = print;
  }

  tell(end: ToldFile): void {
    const { counts, ms, endedWell } = end;
    this.#asked.delete(end.file);
    for (const [, name] of closing) this.#counts.set(name, this.#count(name) + counts[name]);
    if (!passed(end)) {
      this.#failed.push(end);
      // A hook or what a file left behind is no test that node counts.
      if (counts.failed + counts.cancelled === 0) this.#counts.set("failed", this.#count("failed") + 1);
    }
    const rest = endedWell ? `${counts.tests} tests, ${(ms / 1000).toFixed(1)} s` : "did not end well";
    this.#print(`${passed(end) ? "✔" : "✖"} ${relative(process.cwd(), end.file)} (${rest})\n`);
  }

  /** @returns whether all files ran and all of their tests passed */
  close(): boolean {
    for (const { file, output } of this.#failed)
      if (output) this.#print(`\noutput of ${relative(process.cwd(), file)}:\n${output}`);
    if (this.#failed.length > 0) this.#print("\n✖ failing tests:\n");
    for (const { failures } of this.#failed) this.#print(`\n${failures}\n`);
    const left = [...this.#asked].map((file) => relative(process.cwd(), file));
    if (left.length > 0) this.#print(`\nnot reached, the run was ended before: ${left.join(", ")}\n`);
    const lines = closing.map(([name, count]) => `ℹ ${name} ${this.#count(count)}\n`);
    this.#print(`\n${lines.join("")}ℹ duration_ms ${performance.now() - this.#begun}\n`);
    return this.#failed.length === 0 && left.length === 0 && this.#count("tests") > 0;
  }

  #count(name: keyof TestCounts): number {
    return this.#counts.get(name) ?? 0;
  }
}
