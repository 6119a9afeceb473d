import { relative } from "node:path";
import type { EventData } from "node:test";
import { spec, type TestEvent } from "node:test/reporters";
import { fileEnd, indexOfSuite, processEnd } from "./file-suite.ts";

/** The number of tests with each result, by the names of node's runner. */
export interface TestCounts {
  tests: number;
  suites: number;
  pass: number;
  fail: number;
  cancelled: number;
  skipped: number;
  todo: number;
}

export const noCounts: TestCounts = {
  tests: 0,
  suites: 0,
  pass: 0,
  fail: 0,
  cancelled: 0,
  skipped: 0,
  todo: 0,
};

/** The result of a test file. */
export interface FileEnd {
  file: string;
  counts: TestCounts;
  ms: number;
  /** The failures of tests and of the file itself, with place and error; empty where the file passed. */
  failures: string;
  /** The output of its process meanwhile. */
  output: string;
}

/** Format the failures as node's spec reporter prints them: place, error and difference of each. */
async function failureText(failures: readonly TestEvent[]): Promise<string> {
  const reporter = new spec();
  for (const failure of failures) reporter.write(failure);
  reporter.end();
  let text = "";
  for await (const part of reporter) text += String(part);
  const title = "✖ failing tests:\n";
  return text.slice(text.indexOf(title) + title.length).trim();
}

type Ended = EventData.TestPass | EventData.TestFail;

/** Return node's reason for a failed test, for example `cancelledByParent`; undefined when it did not fail. */
function failureType({ details }: Ended): string | undefined {
  const error = "error" in details ? details.error : undefined;
  return error && "failureType" in error ? String(error.failureType) : undefined;
}

/** Return the code that a process ended with, or the signal; null when node reports none. */
function getExit(error: object): unknown {
  const code = "exitCode" in error ? error.exitCode : null;
  return code ?? ("signal" in error ? error.signal : null);
}

/** Tracks the events of a process that runs test files one after the other. */
export class GroupReport {
  readonly #files: readonly string[];
  readonly #onEnd: (end: FileEnd) => void;
  readonly #begun = performance.now();
  /** How many files have ended, or were skipped since none of their tests matches the pattern. */
  #ended = 0;
  #counts = { ...noCounts };
  #failed: TestEvent[] = [];
  #errors: string[] = [];
  #printed = "";
  #printedBefore = "";

  /** @param onEnd is called with each file that has ended */
  constructor(files: readonly string[], onEnd: (end: FileEnd) => void) {
    this.#files = files;
    this.#onEnd = onEnd;
  }

  async see(event: TestEvent): Promise<void> {
    if (event.type === "test:stdout" || event.type === "test:stderr") this.#printed += event.data.message;
    // What breaks after the test that had begun it.
    if (event.type === "test:diagnostic" && event.data.message.startsWith("Error: "))
      this.#errors.push(`✖ ${event.data.message}`);
    if (event.type !== "test:pass" && event.type !== "test:fail") return;
    const index = indexOfSuite(event.data.name);
    if (index !== null) await this.#endFile(index, event);
    else if (event.data.nesting > 0) this.#count(event);
    else await this.#endProcess(event.data);
  }

  /** List the files that were not reached, since the process ended before. */
  left(): readonly string[] {
    return this.#files.slice(this.#ended);
  }

  #count(event: TestEvent & { data: Ended }): void {
    const { data } = event;
    const reason = failureType(data);
    if (data.details.type === "suite") {
      this.#counts.suites += 1;
      if (reason === undefined || reason === "subtestsFailed") return;
      this.#counts.fail += 1;
    } else {
      this.#counts.tests += 1;
      if (data.skip !== undefined) this.#counts.skipped += 1;
      else if (data.todo !== undefined) this.#counts.todo += 1;
      else if (reason === undefined) this.#counts.pass += 1;
      else this.#counts[reason === "cancelledByParent" ? "cancelled" : "fail"] += 1;
    }
    if (reason !== undefined) this.#failed.push(event);
  }

  async #endFile(index: number, event: TestEvent & { data: Ended }): Promise<void> {
    const file = this.#files[index] ?? "";
    const name = relative(process.cwd(), file);
    const reason = failureType(event.data);
    // A hook, or what broke while the file was loaded.
    if (reason !== undefined && reason !== "subtestsFailed") {
      this.#failed.push({ ...event, data: { ...event.data, name } } as TestEvent);
    } else if (this.#counts.tests === 0) this.#errors.push(`✖ ${name} has no test`);
    this.#ended = index + 1;
    await this.#report(file, event.data.details.duration_ms);
  }

  /**
   * Record a failure of the process beside those of its files: it ended before its last file, or left something open
   * after it.
   */
  async #endProcess({ details }: Ended): Promise<void> {
    const isAfterAll = this.#ended === this.#files.length;
    const file = this.#files[isAfterAll ? this.#files.length - 1 : this.#ended] ?? "";
    const how = getExit("error" in details ? details.error : {}) ?? "its output still open";
    const name = relative(process.cwd(), file);
    this.#errors.push(`✖ ${name}: its process ended with ${how} ${isAfterAll ? "after" : "before"} it`);
    if (isAfterAll) this.#printed = `${this.#printedBefore}${this.#printed}`;
    else this.#ended += 1;
    this.#counts.tests += isAfterAll ? 0 : 1;
    await this.#report(file, performance.now() - this.#begun);
  }

  /** Take the output of a file up to its end mark. */
  #takeOutput(): string {
    const [own = "", ...later] = this.#printed.split(fileEnd);
    this.#printed = later.join(fileEnd);
    this.#printedBefore += own;
    return own.replace(processEnd, "");
  }

  async #report(file: string, ms: number): Promise<void> {
    const failures = this.#failed.length > 0 ? [await failureText(this.#failed)] : [];
    this.#onEnd({
      file,
      counts: this.#counts,
      ms,
      failures: [...failures, ...this.#errors].join("\n\n"),
      output: this.#takeOutput(),
    });
    this.#counts = { ...noCounts };
    this.#failed = [];
    this.#errors = [];
  }
}
