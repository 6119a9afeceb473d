import { relative } from "node:path";
import { spec, type TestEvent } from "node:test/reporters";

/** The closing counts of node's runner, in its order; people and machines read them at the end of the output. */
const summaryLine = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;

/** The closing counts of several runs: what they count adds up, the longest is how long they took. */
class ClosingCounts {
  readonly #counts = new Map<string, number>();

  add(line: string): void {
    const [, name = "", text] = summaryLine.exec(line) ?? [];
    const count = Number(text);
    const before = this.#counts.get(name) ?? 0;
    if (name !== "")
      this.#counts.set(name, name === "duration_ms" ? Math.max(before, count) : before + count);
  }

  lines(): string {
    return [...this.#counts].map(([name, count]) => `ℹ ${name} ${count}\n`).join("");
  }
}

/** The failures as node's spec reporter tells them: place, error and difference of each. */
async function tellFailures(failures: TestEvent[]): Promise<string> {
  const reporter = new spec();
  for (const failure of failures) reporter.write(failure);
  reporter.end();
  let text = "";
  for await (const part of reporter) text += String(part);
  return text.slice(text.indexOf("✖ failing tests:"));
}

/** What a test file printed, kept until it is known whether the file failed. */
class Outputs {
  readonly #texts = new Map<string, string>();

  add(file: string, text: string): void {
    this.#texts.set(file, (this.#texts.get(file) ?? "") + text);
  }

  of(file: string): string {
    const text = this.#texts.get(file);
    return text ? `\noutput of ${relative(process.cwd(), file)}:\n${text}` : "";
  }
}

/**
 * Tells runs of tests that go on side by side: one line a file as it ends, then what failing files printed, the failures,
 * and node's closing counts of all together.
 *
 * @param runs the events of each `run()` of node:test
 * @param print takes text as it comes
 * @returns whether tests ran and all of them passed
 */
export async function reportRun(
  runs: readonly AsyncIterable<TestEvent>[],
  print: (text: string) => void,
): Promise<boolean> {
  const outputs = new Outputs();
  const failures: TestEvent[] = [];
  const failedFiles = new Set<string>();
  const closing = new ClosingCounts();
  let ran = 0;
  const tell = async (events: AsyncIterable<TestEvent>): Promise<void> => {
    for await (const event of events) {
      if (event.type === "test:stdout" || event.type === "test:stderr") {
        outputs.add(event.data.file, event.data.message);
      } else if (event.type === "test:fail") {
        failures.push(event);
        failedFiles.add(event.data.file ?? event.data.name);
        if (event.data.name === event.data.file) print(fileLine(event.data.file, false, "did not end well"));
      } else if (event.type === "test:summary" && event.data.file !== undefined) {
        const { counts, duration_ms, file, success } = event.data;
        ran += counts.tests;
        print(fileLine(file, success, `${counts.tests} tests, ${(duration_ms / 1000).toFixed(1)} s`));
      } else if (event.type === "test:diagnostic" && event.data.nesting === 0) {
        closing.add(event.data.message);
      }
    }
  };
  await Promise.all(runs.map(tell));
  for (const file of failedFiles) print(outputs.of(file));
  if (failures.length > 0) print(`\n${await tellFailures(failures)}`);
  print(`\n${closing.lines()}`);
  return failures.length === 0 && ran > 0;
}

function fileLine(file: string, success: boolean, rest: string): string {
  return `${success ? "✔" : "✖"} ${relative(process.cwd(), file)} (${rest})\n`;
}
