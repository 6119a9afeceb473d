import { relative } from "node:path";
import type { EventData } from "node:test";
import { spec, type TestEvent } from "node:test/reporters";
import { fileEndMark, parseSuiteName, processEndMark } from "./suite-names.ts";

/** The number of tests with each result. The names are those of node's test runner. */
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
export interface FileResult {
  file: string;
  counts: TestCounts;
  ms: number;
  /** The failures of the file and of its tests, with location and error. Empty if the file passed. */
  failures: string;
  /** What the test process printed while it ran the file. */
  output: string;
}

/** Format failures as node's spec reporter does, with location, error and difference. */
async function formatFailures(failures: readonly TestEvent[]): Promise<string> {
  const reporter = new spec();
  for (const failure of failures) reporter.write(failure);
  reporter.end();
  let text = "";
  for await (const chunk of reporter) text += String(chunk);
  const title = "✖ failing tests:\n";
  return text.slice(text.indexOf(title) + title.length).trim();
}

type TestResult = EventData.TestPass | EventData.TestFail;

/** Return node's failure type of a failed test, for example `cancelledByParent`. Undefined if the test did not fail. */
function getFailureType({ details }: TestResult): string | undefined {
  const error = "error" in details ? details.error : undefined;
  return error && "failureType" in error ? String(error.failureType) : undefined;
}

/** Return the exit code or the signal of a process that ended. Null if node reports neither. */
function getExitCause(error: object): unknown {
  const exitCode = "exitCode" in error ? error.exitCode : null;
  return exitCode ?? ("signal" in error ? error.signal : null);
}

/** Collects the events of a test process, which runs several test files one after another, and reports each file that has ended. */
export class GroupReport {
  readonly #files: readonly string[];
  readonly #onEnd: (result: FileResult) => void;
  readonly #startedAt = performance.now();
  /** The number of files that have ended, including files that node skipped because no test matches the pattern. */
  #endedFileCount = 0;
  #counts = { ...noCounts };
  #failures: TestEvent[] = [];
  #errors: string[] = [];
  #output = "";
  #outputOfEndedFiles = "";

  /** @param onEnd called with the result of each file that has ended */
  constructor(files: readonly string[], onEnd: (result: FileResult) => void) {
    this.#files = files;
    this.#onEnd = onEnd;
  }

  async addEvent(event: TestEvent): Promise<void> {
    if (event.type === "test:stdout" || event.type === "test:stderr") this.#output += event.data.message;
    // This error was thrown after the end of the test that caused it.
    if (event.type === "test:diagnostic" && event.data.message.startsWith("Error: "))
      this.#errors.push(`✖ ${event.data.message}`);
    if (event.type !== "test:pass" && event.type !== "test:fail") return;
    const index = parseSuiteName(event.data.name);
    if (index !== null) await this.#addFileEnd(index, event);
    else if (event.data.nesting > 0) this.#countTest(event);
    else await this.#addProcessEnd(event.data);
  }

  /** List the files that the process did not reach before it ended. */
  listUnreachedFiles(): readonly string[] {
    return this.#files.slice(this.#endedFileCount);
  }

  #countTest(event: TestEvent & { data: TestResult }): void {
    const { data } = event;
    const failureType = getFailureType(data);
    if (data.details.type === "suite") {
      this.#counts.suites += 1;
      if (failureType === undefined || failureType === "subtestsFailed") return;
      this.#counts.fail += 1;
    } else {
      this.#counts.tests += 1;
      if (data.skip !== undefined) this.#counts.skipped += 1;
      else if (data.todo !== undefined) this.#counts.todo += 1;
      else if (failureType === undefined) this.#counts.pass += 1;
      else this.#counts[failureType === "cancelledByParent" ? "cancelled" : "fail"] += 1;
    }
    if (failureType !== undefined) this.#failures.push(event);
  }

  async #addFileEnd(index: number, event: TestEvent & { data: TestResult }): Promise<void> {
    const file = this.#files[index] ?? "";
    const name = relative(process.cwd(), file);
    const failureType = getFailureType(event.data);
    // A hook failed, or the file failed while loading.
    if (failureType !== undefined && failureType !== "subtestsFailed") {
      this.#failures.push({ ...event, data: { ...event.data, name } } as TestEvent);
    } else if (this.#counts.tests === 0) this.#errors.push(`✖ ${name} has no test`);
    this.#endedFileCount = index + 1;
    await this.#report(file, event.data.details.duration_ms);
  }

  /**
   * Report a failure of the process itself: it ended before its last file did, or resources were still open after its last
   * file.
   */
  async #addProcessEnd({ details }: TestResult): Promise<void> {
    const isAfterLastFile = this.#endedFileCount === this.#files.length;
    const file = this.#files[isAfterLastFile ? this.#files.length - 1 : this.#endedFileCount] ?? "";
    const cause = getExitCause("error" in details ? details.error : {}) ?? "its output still open";
    const name = relative(process.cwd(), file);
    const when = isAfterLastFile ? "after" : "before";
    this.#errors.push(`✖ ${name}: the test process ended with ${cause} ${when} the end of this file`);
    if (isAfterLastFile) this.#output = `${this.#outputOfEndedFiles}${this.#output}`;
    else this.#endedFileCount += 1;
    this.#counts.tests += isAfterLastFile ? 0 : 1;
    await this.#report(file, performance.now() - this.#startedAt);
  }

  /** Remove and return the output of one file, which ends with its end mark. */
  #takeOutput(): string {
    const [fileOutput = "", ...remainingOutputs] = this.#output.split(fileEndMark);
    this.#output = remainingOutputs.join(fileEndMark);
    this.#outputOfEndedFiles += fileOutput;
    return fileOutput.replace(processEndMark, "");
  }

  async #report(file: string, ms: number): Promise<void> {
    const failures = this.#failures.length > 0 ? [await formatFailures(this.#failures)] : [];
    this.#onEnd({
      file,
      counts: this.#counts,
      ms,
      failures: [...failures, ...this.#errors].join("\n\n"),
      output: this.#takeOutput(),
    });
    this.#counts = { ...noCounts };
    this.#failures = [];
    this.#errors = [];
  }
}
